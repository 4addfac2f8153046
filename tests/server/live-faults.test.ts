import { expect, test } from 'vitest'
import * as Crash from '../faults/crash.ts'
import * as Events from '../faults/events.ts'
import * as Loss from '../faults/loss.ts'
import * as Publishes from '../faults/publishes.ts'
import { seedOfRun } from '../faults/random.ts'
import * as Streams from '../faults/streams.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'

// These tests are short runs of the programs in tests/faults.
const seed = seedOfRun()
const show = () => {}
const [events, streams] = [await freshDatabase(), await freshDatabase()]
const [loss, menus] = [await freshDatabase(), await freshDatabase()]
const options = { timeout: 600_000 }
cheapHashesOfPrograms()

test(
  'ORDER-5: no event is missed or received twice despite late commits, lost connections and two processes',
  options,
  async () => {
    const followed = await Events.followWriters(
      { ...Events.quick, seed, processes: 2, kills: 5, databaseUrl: events.url },
      show,
    )
    console.log(Events.reportOf(followed))
    expect(Events.failuresOf(followed)).toEqual([])
  },
)

test('ORDER-5: clients get each change of every order once despite a SIGKILL of the server', options, async () => {
  const converged = await Streams.followOrders(
    { ...Streams.quick, compares: false, seed, databaseUrl: streams.url },
    show,
  )
  console.log(Streams.reportOf(converged))
  expect(Streams.failuresOf(converged)).toEqual([])
})

test(
  'SAFE-16 RUN-7: every change is delivered after a crash of the database, although transaction numbers are reused',
  options,
  async () => {
    const followed = await Crash.followThroughCrashes({ ...Crash.quick, seed }, show)
    console.log(Crash.reportOf(followed))
    expect(Crash.failuresOf(followed)).toEqual([])
  },
)

test(
  'PAY-8: a network that drops, delays, resets and repeats requests loses and duplicates no order',
  options,
  async () => {
    const settled = await Loss.orderUnderLoss({ ...Loss.quick, seed, databaseUrl: loss.url }, show)
    console.log(Loss.reportOf(settled))
    expect(Loss.failuresOf(settled)).toEqual([])
  },
)

test(
  'OWNER-1: every order has the prices of its quote while menus are published, and no quote mixes two menu versions',
  options,
  async () => {
    const ordered = await Publishes.publishBeside({ ...Publishes.quick, seed, databaseUrl: menus.url }, show)
    console.log(Publishes.reportOf(ordered))
    expect(Publishes.failuresOf(ordered)).toEqual([])
  },
)
