import { expect, test } from 'vitest'
import * as Events from '../faults/events.ts'
import * as Loss from '../faults/loss.ts'
import { seedOfRun } from '../faults/random.ts'
import * as Streams from '../faults/streams.ts'
import { freshDatabase } from '../support/database.ts'

// Small runs of the programs in tests/faults, which find more when they are run by hand.
const seed = seedOfRun()
const show = () => {}
// A database each, made here because it is dropped when the file is through.
const [events, streams, loss] = [await freshDatabase(), await freshDatabase(), await freshDatabase()]
const patience = { timeout: 600_000 }

test(
  'ORDER-5: writers that commit late, listening connections that die, two processes: no event is missed or told twice',
  patience,
  async () => {
    const told = await Events.followWriters(
      { ...Events.quick, seed, processes: 2, kills: 5, databaseUrl: events.url },
      show,
    )
    console.log(Events.reportOf(told))
    expect(Events.wrongOf(told)).toEqual([])
  },
)

test('ORDER-5: every screen knows every order after a kill -9 of the server, each change once', patience, async () => {
  const converged = await Streams.followOrders({ ...Streams.quick, seed, databaseUrl: streams.url }, show)
  console.log(Streams.reportOf(converged))
  expect(Streams.wrongOf(converged)).toEqual([])
})

test('PAY-8: a network that cuts, delays, resets and repeats loses and doubles no order', patience, async () => {
  const settled = await Loss.orderUnderLoss({ ...Loss.quick, seed, databaseUrl: loss.url }, show)
  console.log(Loss.reportOf(settled))
  expect(Loss.wrongOf(settled)).toEqual([])
})
