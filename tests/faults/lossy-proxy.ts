import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Faults of a bad network and their shares in percent. */
const faults = {
  calm: 40,
  /** Request or answer takes up to a second and a half. */
  slow: 14,
  /** The connection is reset before the server gets the request. */
  'lost on the way there': 8,
  /** The server handles the request, and the connection is reset. */
  'lost on the way back': 10,
  /** Half of the answer arrives. */
  'cut answer': 8,
  /** The request arrives twice at the same moment. */
  twice: 8,
  /** The request is answered, and arrives again up to two seconds later. */
  'again, later': 6,
  /** The connection is reset, and the server gets the request up to two seconds later. */
  'lost, and there later': 6,
} as const
type Fault = keyof typeof faults

export type LossyProxy = {
  readonly url: string
  readonly counts: Readonly<Record<Fault, number>>
  /** Resolves when no request is under way. */
  close(): Promise<void>
}

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

export async function openLossyProxy({ to, random }: { to: string; random: () => number }): Promise<LossyProxy> {
  const agent = new Agent({ keepAlive: true })
  const counts = Object.fromEntries(Object.keys(faults).map((fault) => [fault, 0])) as Record<Fault, number>
  const underWay = new Set<Promise<unknown>>()

  const chooseFault = (): Fault => {
    let left = random() * 100
    for (const [fault, share] of Object.entries(faults)) {
      left -= share
      if (left < 0) return fault as Fault
    }
    return 'calm'
  }

  const forward = (incoming: IncomingMessage, body: Buffer): Promise<Answer> => {
    const sending = new Promise<Answer>((resolve, reject) => {
      const { method = 'GET', headers } = incoming
      const asking = request(`${to}${incoming.url}`, { method, headers, agent }, async (response) => {
        const chunks = await response.toArray().catch(reject)
        if (chunks)
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
      })
      asking.once('error', reject)
      asking.end(body)
    })
    underWay.add(sending)
    const done = () => underWay.delete(sending)
    sending.then(done, done)
    return sending
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray().catch(() => []))
    const fault = chooseFault()
    counts[fault]++
    const wait = random()
    const reset = () => incoming.socket.resetAndDestroy()
    const later = () => sleep(wait * 2000).then(() => forward(incoming, body).catch(() => {}))
    try {
      if (fault === 'lost on the way there') return void reset()
      if (fault === 'lost, and there later') {
        reset()
        underWay.add(later())
        return
      }
      if (fault === 'slow' && wait < 0.5) await sleep(wait * 3000)
      const copies = fault === 'twice' ? [forward(incoming, body), forward(incoming, body)] : [forward(incoming, body)]
      const answer = await Promise.race(copies)
      if (fault === 'slow' && wait >= 0.5) await sleep((wait - 0.5) * 3000)
      if (fault === 'lost on the way back') return void reset()
      if (fault === 'again, later') underWay.add(later())
      outgoing.writeHead(answer.status, answer.headers)
      if (fault === 'cut answer') outgoing.write(answer.body.subarray(0, answer.body.length / 2), reset)
      else outgoing.end(answer.body)
    } catch {
      reset()
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async close() {
      await Promise.allSettled(underWay)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
