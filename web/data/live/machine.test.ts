import { expect, test } from 'vitest'
import { due, type MachineEvent, reduce, type State, start, status } from './machine.ts'

const middle = 0.5

/**
 * Runs the state machine on a script of events, each at its time in seconds, and calls the timer's ticks in between.
 * `sent` lists the requests and `shown` the changes of status, each with its time in seconds.
 */
function play(
  script: readonly [seconds: number, MachineEvent['type'], after?: number][],
  until: number,
  chance = middle,
) {
  let state: State = start
  const sent: string[] = []
  const shown: string[] = []
  const apply = (event: MachineEvent, now: number) => {
    const next = reduce(state, event, now, chance)
    if (next.request !== state.request) sent.push(`${now / 1000} ${next.transport}`)
    if (status(next) !== status(state)) shown.push(`${now / 1000} ${status(next)}`)
    state = next
  }
  const runUntil = (time: number) => {
    while (due(state) <= time) apply({ type: 'tick' }, due(state))
  }
  for (const [seconds, type, after = 0] of script) {
    runUntil(seconds * 1000)
    apply(type === 'bye' ? { type, after: after * 1000 } : ({ type } as MachineEvent), seconds * 1000)
  }
  runUntil(until * 1000)
  return { state, sent, shown }
}

/** Events that open a stream. `at` is the time of the first event in seconds. */
const opened = (at = 0): [number, MachineEvent['type']][] => [
  [at, 'begin'],
  [at + 0.5, 'answered'],
  [at + 0.5, 'received'],
]

test('LIVE-1: the state is offline after 10 s without an answer', () => {
  const { shown } = play([[0, 'begin']], 10)
  expect(shown).toEqual(['0 connecting', '10 offline'])
})

test('LIVE-1: attempts that fail immediately do not delay the offline state', () => {
  const failing = Array.from({ length: 9 }, (_, index): [number, MachineEvent['type']] => [0.5 + index, 'lost'])
  expect(play([[0, 'begin'], ...failing], 20).shown).toEqual(['0 connecting', '10 offline'])
  expect(play([...opened(), [100, 'received'], [120, 'lost']], 131).shown.at(-1)).toBe('130 offline')
})

test.each(['answered', 'received', 'polled', 'refused'] as const)(
  'LIVE-1: the state is online again after the first answer (%s)',
  (type) => {
    const { shown } = play(
      [
        [0, 'begin'],
        [11, 'network-back'],
        [12, type],
      ],
      12,
    )
    expect(shown.slice(0, 2)).toEqual(['0 connecting', '10 offline'])
    expect(shown[2]).toMatch(/^12 (connecting|open)$/)
  },
)

test('LIVE-2: a stream that is silent for 60 s is reopened immediately', () => {
  const { sent } = play([...opened(), [15.5, 'received'], [30.5, 'received']], 91)
  expect(sent).toEqual(['0 stream', '90.5 stream'])
})

test('LIVE-2: heartbeats keep a stream open', () => {
  const beats = Array.from({ length: 100 }, (_, index): [number, MachineEvent['type']] => [
    15 * (index + 1),
    'received',
  ])
  expect(play([...opened(), ...beats], 1500).sent).toEqual(['0 stream'])
})

test('LIVE-2: after a long sleep of the device, a stream that was open before is requested again', () => {
  const asleep = { ...play(opened(), 1).state }
  const awake = reduce(asleep, { type: 'woke' }, 3_600_000, middle)
  expect([awake.phase, awake.request]).toEqual(['requesting', asleep.request + 1])
})

test('a stream whose timeout fires late, for example after the device slept, stays open if bytes are waiting to be read', () => {
  const { state } = play(opened(), 1)
  const late = reduce(state, { type: 'received' }, 3_600_000, middle)
  expect([late.phase, late.request]).toEqual(['reading', state.request])
})

test('LIVE-3: the waits between attempts begin at 1 s and grow by a factor of 1.5 up to 60 s', () => {
  let state = reduce(start, { type: 'begin' }, 0, middle)
  const waits: number[] = []
  for (let now = 0; waits.length < 14; now = due({ ...state, offlineAt: Number.POSITIVE_INFINITY })) {
    if (state.phase === 'waiting') state = reduce(state, { type: 'tick' }, now, middle)
    state = reduce(state, { type: 'lost' }, now, middle)
    waits.push(state.until - now)
  }
  expect(waits.slice(0, 4)).toEqual([1000, 1500, 2250, 3375])
  expect(waits.slice(-3)).toEqual([60_000, 60_000, 60_000])
})

test.each([
  [0, 500],
  [0.5, 1000],
  [0.999, 1499],
])('LIVE-3: the first wait between attempts, with the random number %s, is %s ms', (chance, expected) => {
  const state = reduce(reduce(start, { type: 'begin' }, 0, chance), { type: 'lost' }, 0, chance)
  expect(state.until).toBe(expected)
})

test('LIVE-3: no wait between attempts is longer than 60 s, whatever the random number', () => {
  const state = { ...reduce(start, { type: 'begin' }, 0, middle), pause: 60_000 }
  expect(reduce(state, { type: 'lost' }, 0, 0.999).until).toBe(60_000)
})

test('LIVE-3: when the network returns, the client retries immediately and resets the wait to the shortest', () => {
  const { sent, state } = play(
    [
      [0, 'begin'],
      [1, 'lost'],
      [2.5, 'lost'],
      [5, 'lost'],
      [5.1, 'network-back'],
    ],
    5.1,
  )
  expect(sent.at(-1)).toBe('5.1 stream')
  expect(state.pause).toBe(1000)
})

test('LIVE-3: the client closes the stream when the network is lost, and opens a new stream when the network returns', () => {
  const { sent, shown } = play([...opened(), [20, 'network-gone'], [20.4, 'network-back'], [21, 'received']], 22)
  expect(sent).toEqual(['0 stream', '20.4 stream'])
  expect(shown.slice(-2)).toEqual(['20 connecting', '21 open'])
})

test('LIVE-3: after the end of a stream that was open for more than 5 s, the client retries with the shortest wait', () => {
  const script: [number, MachineEvent['type']][] = [
    [0, 'begin'],
    [1, 'lost'],
    [3, 'answered'],
    [3, 'received'],
    [30, 'lost'],
  ]
  expect(play(script, 31).sent).toEqual(['0 stream', '2 stream', '31 stream'])
})

test('LIVE-4: after two streams that opened and sent nothing, the client polls', () => {
  const { sent, shown } = play(
    [
      [0, 'begin'],
      [0.5, 'answered'],
      [11.5, 'answered'],
    ],
    21.5,
  )
  expect(sent).toEqual(['0 stream', '11.5 stream', '21.5 poll'])
  expect(shown).toEqual(['0 connecting', '21.5 polling'])
})

test('LIVE-4: after two streams that were cut right after they opened, the client polls', () => {
  const script: [number, MachineEvent['type']][] = [
    ...opened(),
    [1, 'lost'],
    [2, 'answered'],
    [2, 'received'],
    [2.1, 'lost'],
  ]
  expect(play(script, 2.1).sent.at(-1)).toBe('2.1 poll')
})

test('LIVE-4: after two streams without response headers, the client polls', () => {
  expect(play([[0, 'begin']], 22).sent).toEqual(['0 stream', '11 stream', '21 poll'])
})

test('LIVE-4: a stream that fails for lack of a network does not count as blocked', () => {
  const failing = Array.from({ length: 20 }, (_, index): [number, MachineEvent['type']] => [index + 0.1, 'lost'])
  expect(play([[0, 'begin'], ...failing], 20).state.transport).toBe('stream')
})

test('LIVE-4: the server may hold the first poll 5 s, later polls up to 30 s, and the poll after a failure 5 s', () => {
  let state: State = { ...start, transport: 'poll' }
  const holds: number[] = []
  for (const type of ['begin', 'polled', 'tick', 'polled', 'tick', 'polled', 'tick', 'polled', 'lost'] as const) {
    state = reduce(state, { type }, type === 'tick' ? due(state) : 0, middle)
    if (type !== 'tick') holds.push(state.pollHold)
  }
  expect(holds).toEqual([5000, 10_000, 20_000, 30_000, 30_000, 5000])
})

test('LIVE-4: a poll that the server holds does not make the state offline', () => {
  const polling = { ...start, transport: 'poll', pollHold: 30_000 } as const
  const state = reduce(polling, { type: 'begin' }, 0, middle)
  expect(status(reduce(state, { type: 'tick' }, 30_000, middle))).toBe('polling')
  expect(status(reduce(state, { type: 'tick' }, 40_000, middle))).not.toBe('polling')
})

test('LIVE-4: after five minutes of polls the client tries a stream, and polls again if the stream fails', () => {
  const polls = Array.from({ length: 31 }, (_, index): [number, MachineEvent['type']] => [30 + 10 * index, 'polled'])
  const script: [number, MachineEvent['type']][] = [[0, 'begin'], ...polls, [331, 'answered']]
  const { sent } = play(script, 342)
  expect(sent.filter((line) => line.endsWith('stream'))).toEqual(['0 stream', '11 stream', '330.3 stream'])
  expect(sent.at(-1)).toBe('341 poll')
})

test('LIVE-2: after a short sleep of the device, a stream is reopened unless the next heartbeat arrives in time', () => {
  const beat: [number, MachineEvent['type']][] = [...opened(), [15, 'received']]
  expect(play([...beat, [30, 'woke']], 36).sent).toEqual(['0 stream', '35 stream'])
  expect(play([...beat, [30, 'woke'], [31, 'received']], 90).sent).toEqual(['0 stream'])
  expect(play([...beat, [40, 'woke']], 40).sent).toEqual(['0 stream', '40 stream'])
})

test('LIVE-3: a change of network sends a new request without a wait', () => {
  expect(play([...opened(), [16, 'network-changed']], 16).sent).toEqual(['0 stream', '16 stream'])
  expect(
    play(
      [
        [0, 'begin'],
        [0.1, 'lost'],
        [0.2, 'network-changed'],
      ],
      0.2,
    ).sent,
  ).toEqual(['0 stream', '0.2 stream'])
  expect(reduce(start, { type: 'network-changed' }, 0, middle)).toEqual(start)
  expect(reduce(start, { type: 'woke' }, 0, middle)).toEqual(start)
})

test('if the device wakes during a wait between attempts, a request is sent immediately', () => {
  expect(
    play(
      [
        [0, 'begin'],
        [1, 'lost'],
        [1.5, 'woke'],
      ],
      1.5,
    ).sent.at(-1),
  ).toBe('1.5 stream')
})

test('a bye message sets the time of the next request and does not count as a failure', () => {
  const { sent, shown } = play([...opened(), [20, 'bye', 4]], 24)
  expect(sent).toEqual(['0 stream', '24 stream'])
  expect(shown.at(-1)).toBe('20 connecting')
})

test('a refused request never makes the state offline and is retried with growing waits', () => {
  const { sent, shown } = play(
    [
      [0, 'begin'],
      [0.2, 'refused'],
      [1.3, 'refused'],
      [3, 'refused'],
    ],
    5.25,
  )
  expect(sent).toEqual(['0 stream', '1.2 stream', '2.8 stream', '5.25 stream'])
  expect(shown).toEqual(['0 connecting'])
})

test('a stopped connection has no timer that is due', () => {
  const { state } = play(
    [
      [0, 'begin'],
      [1, 'stop'],
    ],
    1000,
  )
  expect([state.phase, due(state)]).toEqual(['idle', Number.POSITIVE_INFINITY])
})
