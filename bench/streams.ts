import { progress as showProgress } from '#tests/faults/report.ts'
import { followOrders } from '#tests/faults/streams.ts'
import { figure } from './figures.ts'

/** The most times that a bare broadcast of the same messages takes. */
const limit = 1.5

/** 5,000 desks that hear each change, two a second, beside a process that only writes the messages to as many connections. */
export async function streams(): Promise<void> {
  const { restaurant, bare, fanOut } = await followOrders(
    { seed: 1, deskStreams: 5000, customers: 1, streamsEach: 0, transitions: 120, perSecond: 2, kills: 0 },
    process.stderr.isTTY ? showProgress() : () => {},
  )
  if (!bare) throw new Error('The bare broadcast was not measured.')
  for (const share of ['p50', 'p99'] as const) {
    const beside = { what: 'a bare broadcast', value: bare[share], ...(share === 'p99' && { limit }) }
    figure({ what: `from a change to ${fanOut} streams, ${share}`, value: restaurant[share], unit: 'ms', beside })
  }
}
