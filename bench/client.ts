// A client of the bench in a process of its own. `node bench/client.ts JOB`, with JOB as JSON, prints its result as
// JSON.
import { gunzipSync } from 'node:zlib'
import { openConnection, requestText } from './connection.ts'

type Visitor = { readonly cookie: string; readonly address: string }

export type Job =
  | { readonly kind: 'read'; readonly path: string; readonly encoding: string; readonly count: number }
  | { readonly kind: 'order'; readonly itemId: string; readonly customers: readonly Visitor[]; readonly round: number }

export type Done = { readonly units: number; readonly milliseconds: number; readonly clientMilliseconds: number }

const connections = 8

/** Returns functions that each do one unit of work. A free connection runs the next function. */
function unitsOf(job: Job): ((connection: ReturnType<typeof openConnection>) => Promise<void>)[] {
  if (job.kind === 'read') {
    const request = requestText(job.path, { 'Accept-Encoding': job.encoding })
    const read = async ({ ask }: ReturnType<typeof openConnection>) => {
      const { status } = await ask(request)
      if (status !== 200) throw new Error(`${job.path}: ${status}`)
    }
    return Array.from({ length: job.count }, () => read)
  }
  return job.customers.map(({ cookie, address }, index) => async ({ ask }) => {
    const headers = { Cookie: cookie, 'X-Forwarded-For': address, 'Accept-Encoding': 'gzip' }
    const send = async (path: string, body: object) => {
      const answer = await ask(requestText(path, headers, body))
      if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.body}`)
      return answer.body
    }
    const items = [{ itemId: job.itemId, selection: {}, quantity: 1, chefComment: `${job.round}-${index}` }]
    const quote = await send('/api/quotes', { items })
    await send('/api/orders', { quoteId: JSON.parse((quote[0] === 0x1f ? gunzipSync(quote) : quote).toString()).id })
  })
}

const [port = '', text = ''] = process.argv.slice(2)
const units = unitsOf(JSON.parse(text) as Job)
const waiting = units.values()
const before = process.cpuUsage()
const began = performance.now()
await Promise.all(
  Array.from({ length: connections }, async () => {
    const connection = openConnection(Number(port))
    for (const unit of waiting) await unit(connection)
    connection.close()
  }),
)
const { user, system } = process.cpuUsage(before)
const done: Done = {
  units: units.length,
  milliseconds: performance.now() - began,
  clientMilliseconds: (user + system) / 1000,
}
console.log(JSON.stringify(done))
