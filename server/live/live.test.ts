import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openDatabase } from '../db/database.ts'
import { savepoint } from '../db/transaction.ts'
import { sweepEvents } from './event-retention.ts'
import { type Live, openLive } from './live.ts'
import { type Audience, publish } from './publish.ts'
import type { BacklogLimit, Batch, Subscription } from './subscription.ts'

const database = await freshDatabase()

const open: Live[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((live) => live.stop()))
})

async function listen(more: { pollEvery?: number; most?: BacklogLimit } = {}): Promise<Live> {
  const live = await openLive({ database, log: () => {}, ...more })
  open.push(live)
  return live
}

const sweepOldEvents = () => database.transaction((tx) => sweepEvents(tx, 1000))

/** An interval in milliseconds longer than any test, so an arriving event has not waited for the poll. */
const never = 3_600_000

async function publishEvent(audience: Audience[], subject: string, version = 1, more: object = {}): Promise<void> {
  const data = { id: subject, ...more }
  await database.transaction((tx) => publish(tx, { audience, type: 'delivery.changed', subject, version, data }))
}

function eventsOf(batch: Batch): LiveEvent[] {
  return batch.events.map((json) => JSON.parse(json))
}

/** Returns the subjects of the next events of a subscription: at least `count`. */
async function collect(subscription: Subscription, count: number): Promise<string[]> {
  const subjects: string[] = []
  for (let round = 0; subjects.length < count && round < 60; round++) {
    await subscription.ready(1000)
    subjects.push(...eventsOf(subscription.take()).map(({ subject }) => subject))
  }
  return subjects
}

/** Returns true if a subscription from this cursor begins with a reset. */
async function isReset(live: Live, since: string): Promise<boolean> {
  const subscription = await live.subscribe({ audiences: ['desk'], since })
  const { reset } = subscription.take()
  subscription.close()
  return reset
}

test('ORDER-5: an event arrives by its wake-up, without waiting for the poll, and has the document as written', async () => {
  const live = await listen({ pollEvery: never })
  const subscription = await live.subscribe({ audiences: ['customer:ada'] })
  await publishEvent(['desk', 'customer:ada'], '7Q4M2KX9A', 3, { note: 'no pepper\nplease “₦”', lines: [] })
  await subscription.ready(never)
  const batch = subscription.take()
  expect(eventsOf(batch)).toEqual([
    {
      type: 'delivery.changed',
      subject: '7Q4M2KX9A',
      version: 3,
      data: { id: '7Q4M2KX9A', note: 'no pepper\nplease “₦”', lines: [] },
    },
  ])
  expect(batch.events.join()).not.toContain('\n')
})

test("an event committed by another process arrives by that process's wake-up", async () => {
  const live = await listen({ pollEvery: never })
  const subscription = await live.subscribe({ audiences: ['desk'] })
  const other = await openDatabase({ databaseUrl: database.url, dataDir: '', log: () => {} })
  onTestFinished(() => other.stop())
  open.push(await openLive({ database: other, log: () => {}, pollEvery: never }))
  await other.transaction(async (tx) => {
    const event = { type: 'delivery.changed', subject: 'elsewhere', version: 1, data: { id: 'elsewhere' } } as const
    await savepoint(tx, () => publish(tx, { audience: ['desk'], ...event }))
  })
  await subscription.ready(never)
  expect(eventsOf(subscription.take()).map(({ subject }) => subject)).toEqual(['elsewhere'])
})

test('a subscription gets only the events of its audiences, and gets an event for two of these audiences once', async () => {
  const live = await listen()
  const cashier = await live.subscribe({ audiences: ['menu', 'desk', 'customer:tolu'] })
  const other = await live.subscribe({ audiences: ['customer:obi'] })
  await publishEvent(['desk', 'customer:tolu'], 'both')
  await publishEvent(['customer:obi'], 'his')
  await publishEvent(['menu'], 'item')
  await publishEvent(['menu', 'customer:obi'], 'end')
  expect(await collect(cashier, 3)).toEqual(['both', 'item', 'end'])
  expect(await collect(other, 2)).toEqual(['his', 'end'])
})

test('an event whose transaction commits late is not skipped and delays no other event', async () => {
  const live = await listen()
  const since = live.cursor()
  const subscription = await live.subscribe({ audiences: ['desk'] })
  const slow = await database.pool.connect()
  const insert = `insert into events (topics, type, subject, version, data) values ('{desk}', 'order.ready', $1, 1, '{}')`
  await slow.query('begin')
  await slow.query(insert, ['slow'])
  await publishEvent(['desk'], 'quick')
  expect(await collect(subscription, 1)).toEqual(['quick'])
  const between = live.cursor()
  await slow.query('commit')
  slow.release()
  expect(await collect(subscription, 1)).toEqual(['slow'])

  const fromBefore = await live.subscribe({ audiences: ['desk'], since })
  expect(eventsOf(fromBefore.take()).map(({ subject }) => subject)).toEqual(['slow', 'quick'])
  const fromBetween = await live.subscribe({ audiences: ['desk'], since: between })
  expect(eventsOf(fromBetween.take()).map(({ subject }) => subject)).toEqual(['slow'])
})

test('an event of a rolled back transaction is not published', async () => {
  const live = await listen()
  const subscription = await live.subscribe({ audiences: ['desk'] })
  const undone = database.transaction(async (tx) => {
    await publish(tx, { audience: ['desk'], type: 'account.changed', subject: 'undone', version: 1, data: {} })
    throw new Error('burnt')
  })
  await expect(undone).rejects.toThrow('burnt')
  await publishEvent(['desk'], 'done')
  expect(await collect(subscription, 1)).toEqual(['done'])
})

test('ORDER-5: each event of 16 writers in two processes reaches reconnecting clients once, and events of one subject arrive in order', async () => {
  await database.pool.query('create table pieces (id int primary key, version int not null)')
  await database.pool.query('insert into pieces select id, 0 from generate_series(1, 40) id')
  const processes = [await listen(), await listen()]
  const total = 2000
  let left = total
  const write = async () => {
    while (left-- > 0) {
      const id = 1 + Math.floor(Math.random() * 40)
      await database.transaction(async (tx) => {
        // Each transaction takes its number first, so numbers and commits have different orders.
        await tx.execute(sql`select pg_current_xact_id()`)
        if (Math.random() < 0.1) await sleep(Math.random() * 50)
        const { rows } = await tx.execute<{ version: number }>(
          sql`update pieces set version = version + 1 where id = ${id} returning version`,
        )
        const version = rows[0]?.version ?? 0
        await publish(tx, { audience: ['desk', 'menu'], type: 'account.changed', subject: `${id}`, version, data: {} })
        if (Math.random() < 0.1) await sleep(Math.random() * 10)
      })
    }
  }
  const follow = async (start: Live, stays: boolean) => {
    const received: LiveEvent[] = []
    let live = start
    let since = live.cursor()
    let subscription = await live.subscribe({ audiences: ['desk', 'menu'], since })
    for (;;) {
      await subscription.ready(100)
      const batch = subscription.take()
      expect(batch.reset).toBe(false)
      const events = eventsOf(batch)
      received.push(...events.filter(({ subject }) => subject !== 'end'))
      since = batch.cursor
      // The event 'end' was written after all other events were committed, so it comes last.
      if (events.some(({ subject }) => subject === 'end')) return received
      if (stays || Math.random() < 0.5) continue
      subscription.close()
      live = processes.find((other) => other !== live) ?? live
      subscription = await live.subscribe({ audiences: ['desk', 'menu'], since })
    }
  }
  const followers = processes.flatMap((live) => [follow(live, true), follow(live, false), follow(live, false)])
  await Promise.all(Array.from({ length: 16 }, write))
  await publishEvent(['desk'], 'end')
  for (const received of await Promise.all(followers)) {
    expect(received.length).toBe(total)
    const versions = Map.groupBy(received, ({ subject }) => subject)
    for (const events of versions.values()) {
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1))
    }
  }
})

test('a process reopens its lost connection for events, and events published meanwhile arrive', async () => {
  const log = vi.fn()
  const live = await openLive({ database, log, pollEvery: never })
  open.push(live)
  const subscription = await live.subscribe({ audiences: ['desk'] })
  for (const subject of ['first', 'second']) {
    await database.pool.query(
      `with killed as (select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'buka live')
       insert into events (topics, type, subject, version, data)
       select '{desk}', 'order.ready', $1, 1, '{}' from (select count(*) from killed) all_of_them`,
      [subject],
    )
    expect(await collect(subscription, 1)).toEqual([subject])
  }
  expect(log).toHaveBeenCalledWith('live.reader-lost', expect.anything())
})

test('new events are found by the poll if no wake-up comes', async () => {
  const live = await listen({ pollEvery: 50 })
  const subscription = await live.subscribe({ audiences: ['desk'] })
  await database.pool.query(
    `insert into events (topics, type, subject, version, data) values ('{desk}', 'order.ready', 'without-wake-up', 1, '{}')`,
  )
  expect(await collect(subscription, 1)).toEqual(['without-wake-up'])
})

test.each([
  ['in the number of events', { events: 10, characters: 100_000 }],
  ['in the length of events', { events: 100, characters: 700 }],
])('a subscription that exceeds the backlog limit %s is reset and then continues', async (_, most) => {
  const live = await listen({ most })
  const slow = await live.subscribe({ audiences: ['desk'] })
  const quick = await live.subscribe({ audiences: ['desk'] })
  for (let count = 0; count < 11; count++) {
    await publishEvent(['desk'], `${count}`)
    await collect(quick, 1)
  }
  const batch = slow.take()
  expect(batch).toEqual({ cursor: live.cursor(), reset: true, events: [] })
  expect(quick.take().reset).toBe(false)
  await publishEvent(['desk'], 'next')
  expect(await collect(slow, 1)).toEqual(['next'])
})

test('a subscription from a cursor that too many events follow begins with a reset', async () => {
  const live = await listen({ most: { events: 10, characters: 100_000 } })
  const since = live.cursor()
  for (let count = 0; count < 11; count++) await publishEvent(['desk'], `${count}`)
  expect(await isReset(live, since)).toBe(true)
})

test('a subscription from a cursor older than the retained events begins with a reset; from a later cursor it does not', async () => {
  const live = await listen()
  await sweepOldEvents()
  const before = live.cursor()
  await publishEvent(['desk'], 'old')
  const { rows } = await database.pool.query<{ xid: string }>(
    `update events set at = now() - interval '25 hours' where subject = 'old' returning xid`,
  )
  await expect.poll(() => live.cursor()).not.toBe(before)
  // A cursor cannot pass a transaction that is still open in any database of the server. The test therefore waits until
  // no such transaction is left.
  const after = await vi.waitFor(
    async () => {
      const cursor = (await listen()).cursor()
      expect(Number(cursor.split(/[.:]/)[1])).toBeGreaterThan(Number(rows[0]?.xid))
      return cursor
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await isReset(live, before)).toBe(false)
  expect(await sweepOldEvents()).toBe(1)
  expect(await isReset(live, before)).toBe(true)
  expect(await isReset(live, after)).toBe(false)
  expect(await sweepOldEvents()).toBe(0)
})

test.each(['4000000000:4000000000:', '12.7', 'x'])(
  'a subscription from a malformed cursor or a cursor of another database (%s) begins with a reset',
  async (cursor) => {
    const live = await listen()
    expect(await isReset(live, cursor)).toBe(true)
  },
)

test('SAFE-16: a subscription from a cursor of another epoch begins with a reset: from an earlier start, another database, or a page from before the update', async () => {
  const live = await listen()
  const [epoch = '', snapshot = ''] = live.cursor().split('.')
  expect(await isReset(live, live.cursor())).toBe(false)
  expect(await isReset(live, snapshot)).toBe(true)
  expect(await isReset(live, `${'0'.repeat(epoch.length)}.${snapshot}`)).toBe(true)
})

test('SAFE-16: two processes share one epoch, which ends when a crash empties its table or the database is copied', async () => {
  const epochs = async () => [await listen(), await listen()].map((live) => live.cursor().split('.')[0])
  const [one, other] = await epochs()
  expect(one).toBe(other)
  for (const damage of [
    'truncate events_epoch',
    'update events_epoch set database = 1',
    `update events_epoch set started = started - interval '1s'`,
  ]) {
    const before = (await listen()).cursor()
    await database.pool.query(damage)
    expect(await isReset(await listen(), before)).toBe(true)
  }
})

test('SAFE-16: a subscription without a session waits for events again after a reset', async () => {
  const live = await listen()
  const since = live.cursor().replace(/^[^.]+/, '0')
  const subscription = await live.subscribe({ audiences: ['desk'], since })
  expect(subscription.take().reset).toBe(true)
  expect(subscription.mustCheckSession()).toBe(false)
  const ofAccount = await live.subscribe({ audiences: ['desk', 'account:ada'], since })
  expect(ofAccount.mustCheckSession()).toBe(true)
})

test("events restored from another server's dump are deleted at the start", async () => {
  await database.pool.query(
    `insert into events (xid, topics, type, subject, version, data) values ('4000000000', '{desk}', 'order.ready', 'foreign', 1, '{}')`,
  )
  await database.pool.query(`update events_horizon set xid = '4000000000'`)
  const live = await listen()
  expect(await isReset(live, live.cursor())).toBe(false)
  const { rowCount } = await database.pool.query(`select from events where subject = 'foreign'`)
  expect(rowCount).toBe(0)
})

test('MENU-6: listeners to the menu are called for menu events only', async () => {
  const live = await listen()
  const listener = vi.fn()
  const stopListening = live.onMenuChange(listener)
  const subscription = await live.subscribe({ audiences: ['desk', 'menu'] })
  await publishEvent(['desk'], 'order')
  await collect(subscription, 1)
  expect(listener).not.toHaveBeenCalled()
  await publishEvent(['menu', 'desk'], 'half-chicken')
  await collect(subscription, 1)
  expect(listener).toHaveBeenCalledOnce()
  stopListening()
  await publishEvent(['menu'], 'half-chicken', 2)
  await collect(subscription, 1)
  expect(listener).toHaveBeenCalledOnce()
})

test('SPEED-3: listeners to the menu are called when the connection is lost; `isCurrent` is false until the connection is restored', async () => {
  const live = await openLive({ database, log: () => {}, pollEvery: never })
  open.push(live)
  expect(live.isCurrent()).toBe(true)
  const current: boolean[] = []
  live.onMenuChange(() => current.push(live.isCurrent()))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'buka live'`,
  )
  await expect.poll(() => current[0]).toBe(false)
  await expect.poll(() => live.isCurrent()).toBe(true)
})

test('a database query made after reading the cursor sees every change up to the cursor', async () => {
  const live = await listen()
  for (let count = 0; count < 20; count++) {
    await publishEvent(['desk'], `fresh-${count}`)
    const cursor = live.cursor()
    const { rows } = await database.pool.query<{ covered: boolean }>(
      `select bool_and(pg_visible_in_snapshot(xid, pg_current_snapshot())) as covered from events
        where pg_visible_in_snapshot(xid, $1::pg_snapshot)`,
      [cursor.split('.')[1]],
    )
    expect(rows[0]?.covered).toBe(true)
  }
})

test('a stopping server gives its clients different reconnect delays, so that they do not return at the same moment', async () => {
  const live = await listen()
  const subscriptions = await Promise.all(Array.from({ length: 100 }, () => live.subscribe({ audiences: ['menu'] })))
  const stopping = live.stop()
  const moments = subscriptions.map(({ comeBackAfter = Number.NaN }) => comeBackAfter)
  await stopping
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(500)
  expect(Math.max(...moments)).toBeLessThanOrEqual(2500)
  expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(1000)
})

test('stopping the reader finishes even if the pool is closed and a client has left its subscription open', async () => {
  const unreachable = new pg.Pool({ ...database.connection })
  const live = await openLive({ database: { ...database, pool: unreachable }, log: () => {} })
  const subscription = await live.subscribe({ audiences: ['desk'] })
  await unreachable.end()
  const stopping = live.stop()
  await subscription.ready(never)
  expect(subscription.comeBackAfter).toBeGreaterThanOrEqual(500)
  await stopping
  await expect(live.subscribe({ audiences: ['menu'] })).rejects.toThrow('We are back in a moment')
})
