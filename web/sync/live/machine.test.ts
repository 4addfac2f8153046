import { expect, test } from 'vitest'
import { due, type Happening, type State, start, status, step } from './machine.ts'

const middle = 0.5

/** Plays events at their seconds; ticks come when they are due, as the driver's timer would send them. */
function play(script: readonly [seconds: number, Happening['type'], after?: number][], until: number, chance = middle) {
  let state: State = start
  const asked: string[] = []
  const shown: string[] = []
  const apply = (event: Happening, now: number) => {
    const next = step(state, event, now, chance)
    if (next.request !== state.request) asked.push(`${now / 1000} ${next.how}`)
    if (status(next) !== status(state)) shown.push(`${now / 1000} ${status(next)}`)
    state = next
  }
  const runUntil = (time: number) => {
    while (due(state) <= time) apply({ type: 'tick' }, due(state))
  }
  for (const [seconds, type, after = 0] of script) {
    runUntil(seconds * 1000)
    apply(type === 'bye' ? { type, after: after * 1000 } : ({ type } as Happening), seconds * 1000)
  }
  runUntil(until * 1000)
  return { state, asked, shown }
}

/** A connection that is open at `at`. */
const opened = (at = 0): [number, Happening['type']][] => [
  [at, 'begin'],
  [at + 0.5, 'answered'],
  [at + 0.5, 'heard'],
]

test('LIVE-1: offline is shown after 10 s without an answer', () => {
  const { shown } = play([[0, 'begin']], 10)
  expect(shown).toEqual(['0 connecting', '10 offline'])
})

test('LIVE-1: tries that fail at once do not show offline sooner, or later', () => {
  const failing = Array.from({ length: 9 }, (_, index): [number, Happening['type']] => [0.5 + index, 'lost'])
  expect(play([[0, 'begin'], ...failing], 20).shown).toEqual(['0 connecting', '10 offline'])
  expect(play([...opened(), [100, 'heard'], [120, 'lost']], 131).shown.at(-1)).toBe('130 offline')
})

test.each(['answered', 'heard', 'polled', 'refused'] as const)(
  'LIVE-1: offline leaves as soon as one came (%s)',
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

test('LIVE-2: 60 s of silence, and the stream is reopened at once', () => {
  const { asked } = play([...opened(), [15.5, 'heard'], [30.5, 'heard']], 91)
  expect(asked).toEqual(['0 stream', '90.5 stream'])
})

test('LIVE-2: heartbeats keep a stream open for good', () => {
  const beats = Array.from({ length: 100 }, (_, index): [number, Happening['type']] => [15 * (index + 1), 'heard'])
  expect(play([...opened(), ...beats], 1500).asked).toEqual(['0 stream'])
})

test('LIVE-2: a phone that slept finds a dead stream when it wakes', () => {
  const asleep = { ...play(opened(), 1).state }
  const awake = step(asleep, { type: 'woke' }, 3_600_000, middle)
  expect([awake.does, awake.request]).toEqual(['ask', asleep.request + 1])
})

test('what comes down a stream late still shows that it lives', () => {
  const { state } = play(opened(), 1)
  const late = step(state, { type: 'heard' }, 3_600_000, middle)
  expect([late.does, late.request]).toEqual(['read', state.request])
})

test('LIVE-3: waits begin at 1 s and grow by 1.5 to 60 s', () => {
  let state = step(start, { type: 'begin' }, 0, middle)
  const waits: number[] = []
  for (let now = 0; waits.length < 14; now = due({ ...state, offlineAt: Number.POSITIVE_INFINITY })) {
    if (state.does === 'wait') state = step(state, { type: 'tick' }, now, middle)
    state = step(state, { type: 'lost' }, now, middle)
    waits.push(state.until - now)
  }
  expect(waits.slice(0, 4)).toEqual([1000, 1500, 2250, 3375])
  expect(waits.slice(-3)).toEqual([60_000, 60_000, 60_000])
})

test.each([
  [0, 500],
  [0.5, 1000],
  [0.999, 1499],
])('LIVE-3: the first wait is spread: by %s to %s ms', (chance, expected) => {
  const state = step(step(start, { type: 'begin' }, 0, chance), { type: 'lost' }, 0, chance)
  expect(state.until).toBe(expected)
})

test('LIVE-3: no wait is longer than 60 s, whatever the chance', () => {
  const state = { ...step(start, { type: 'begin' }, 0, middle), pause: 60_000 }
  expect(step(state, { type: 'lost' }, 0, 0.999).until).toBe(60_000)
})

test('LIVE-3: a return of the network retries at once, and from the shortest wait', () => {
  const { asked, state } = play(
    [
      [0, 'begin'],
      [1, 'lost'],
      [2.5, 'lost'],
      [5, 'lost'],
      [5.1, 'network-back'],
    ],
    5.1,
  )
  expect(asked.at(-1)).toBe('5.1 stream')
  expect(state.pause).toBe(1000)
})

test('LIVE-3: a network that goes ends what is open, and one that returns opens it again', () => {
  const { asked, shown } = play([...opened(), [20, 'network-gone'], [20.4, 'network-back'], [21, 'heard']], 22)
  expect(asked).toEqual(['0 stream', '20.4 stream'])
  expect(shown.slice(-2)).toEqual(['20 connecting', '21 open'])
})

test('LIVE-3: a stream that served for a while begins again from the shortest wait', () => {
  const script: [number, Happening['type']][] = [
    [0, 'begin'],
    [1, 'lost'],
    [3, 'answered'],
    [3, 'heard'],
    [30, 'lost'],
  ]
  expect(play(script, 31).asked).toEqual(['0 stream', '2 stream', '31 stream'])
})

test('LIVE-4: two streams that open and give nothing, and polls take over at once', () => {
  const { asked, shown } = play(
    [
      [0, 'begin'],
      [0.5, 'answered'],
      [11.5, 'answered'],
    ],
    21.5,
  )
  expect(asked).toEqual(['0 stream', '11.5 stream', '21.5 poll'])
  expect(shown).toEqual(['0 connecting', '21.5 polling'])
})

test('LIVE-4: two streams that are cut at once, and polls take over', () => {
  const script: [number, Happening['type']][] = [...opened(), [1, 'lost'], [2, 'answered'], [2, 'heard'], [2.1, 'lost']]
  expect(play(script, 2.1).asked.at(-1)).toBe('2.1 poll')
})

test('LIVE-4: streams that are held back whole, headers and all, are blocked too', () => {
  expect(play([[0, 'begin']], 22).asked).toEqual(['0 stream', '11 stream', '21 poll'])
})

test('LIVE-4: without a network, streaming does not count as blocked', () => {
  const failing = Array.from({ length: 20 }, (_, index): [number, Happening['type']] => [index + 0.1, 'lost'])
  expect(play([[0, 'begin'], ...failing], 20).state.how).toBe('stream')
})

test('LIVE-4: a poll is held 5 s at first, then up to 30, and again 5 after a failure', () => {
  let state: State = { ...start, how: 'poll' }
  const holds: number[] = []
  for (const type of ['begin', 'polled', 'tick', 'polled', 'tick', 'polled', 'tick', 'polled', 'lost'] as const) {
    state = step(state, { type }, type === 'tick' ? due(state) : 0, middle)
    if (type !== 'tick') holds.push(state.hold)
  }
  expect(holds).toEqual([5000, 10_000, 20_000, 30_000, 30_000, 5000])
})

test('LIVE-4: a poll that the server holds is not taken for silence', () => {
  const polling = { ...start, how: 'poll', hold: 30_000 } as const
  const state = step(polling, { type: 'begin' }, 0, middle)
  expect(status(step(state, { type: 'tick' }, 30_000, middle))).toBe('polling')
  expect(status(step(state, { type: 'tick' }, 40_000, middle))).not.toBe('polling')
})

test('LIVE-4: after five minutes of polls streaming gets another chance, and one dud is enough to go back', () => {
  const polls = Array.from({ length: 31 }, (_, index): [number, Happening['type']] => [30 + 10 * index, 'polled'])
  const script: [number, Happening['type']][] = [[0, 'begin'], ...polls, [331, 'answered']]
  const { asked } = play(script, 342)
  expect(asked.filter((line) => line.endsWith('stream'))).toEqual(['0 stream', '11 stream', '330.3 stream'])
  expect(asked.at(-1)).toBe('341 poll')
})

test('LIVE-2: after a short sleep the next heartbeat decides, not a minute of silence', () => {
  const beat: [number, Happening['type']][] = [...opened(), [15, 'heard']]
  expect(play([...beat, [30, 'woke']], 36).asked).toEqual(['0 stream', '35 stream'])
  expect(play([...beat, [30, 'woke'], [31, 'heard']], 90).asked).toEqual(['0 stream'])
  expect(play([...beat, [40, 'woke']], 40).asked).toEqual(['0 stream', '40 stream'])
})

test('LIVE-3: on another network everything is asked anew, without a wait', () => {
  expect(play([...opened(), [16, 'moved']], 16).asked).toEqual(['0 stream', '16 stream'])
  expect(
    play(
      [
        [0, 'begin'],
        [0.1, 'lost'],
        [0.2, 'moved'],
      ],
      0.2,
    ).asked,
  ).toEqual(['0 stream', '0.2 stream'])
  expect(step(start, { type: 'moved' }, 0, middle)).toEqual(start)
  expect(step(start, { type: 'woke' }, 0, middle)).toEqual(start)
})

test('a phone that wakes while it waits tries at once', () => {
  expect(
    play(
      [
        [0, 'begin'],
        [1, 'lost'],
        [1.5, 'woke'],
      ],
      1.5,
    ).asked.at(-1),
  ).toBe('1.5 stream')
})

test('a goodbye is kept to, and is no failure', () => {
  const { asked, shown } = play([...opened(), [20, 'bye', 4]], 24)
  expect(asked).toEqual(['0 stream', '24 stream'])
  expect(shown.at(-1)).toBe('20 connecting')
})

test('a refusal is an answer: never offline, and tried less and less often', () => {
  const { asked, shown } = play(
    [
      [0, 'begin'],
      [0.2, 'refused'],
      [1.3, 'refused'],
      [3, 'refused'],
    ],
    5.25,
  )
  expect(asked).toEqual(['0 stream', '1.2 stream', '2.8 stream', '5.25 stream'])
  expect(shown).toEqual(['0 connecting'])
})

test('a rest ends all of it', () => {
  const { state } = play(
    [
      [0, 'begin'],
      [1, 'rest'],
    ],
    1000,
  )
  expect([state.does, due(state)]).toEqual(['rest', Number.POSITIVE_INFINITY])
})
