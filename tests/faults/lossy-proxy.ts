import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What becomes of a request on a bad network, and how many in a hundred. */
const fates = {
  /** It goes through. */
  calm: 40,
  /** It takes up to a second and a half, there or back. */
  slow: 14,
  /** The connection is reset before the restaurant has seen it. */
  'lost on the way there': 8,
  /** The restaurant does it, and the connection is reset. */
  'lost on the way back': 10,
  /** Half of the answer comes through. */
  'cut answer': 8,
  /** It arrives twice in the same instant. */
  twice: 8,
  /** It is answered, and arrives again up to two seconds later. */
  'again, later': 6,
  /** The connection is reset, and the restaurant gets it up to two seconds later. */
  'lost, and there later': 6,
} as const
type Fate = keyof typeof fates

export type LossyProxy = {
  readonly url: string
  /** How many requests met which fate. */
  readonly met: Readonly<Record<Fate, number>>
  /** Resolves when nothing is under way any more. */
  close(): Promise<void>
}

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** A bad network in front of the restaurant at `to`. */
export async function openLossyProxy({ to, random }: { to: string; random: () => number }): Promise<LossyProxy> {
  const agent = new Agent({ keepAlive: true })
  const met = Object.fromEntries(Object.keys(fates).map((fate) => [fate, 0])) as Record<Fate, number>
  const underWay = new Set<Promise<unknown>>()

  const draw = (): Fate => {
    let left = random() * 100
    for (const [fate, share] of Object.entries(fates)) {
      left -= share
      if (left < 0) return fate as Fate
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
    const fate = draw()
    met[fate]++
    const wait = random()
    const reset = () => incoming.socket.resetAndDestroy()
    const later = () => sleep(wait * 2000).then(() => forward(incoming, body).catch(() => {}))
    try {
      if (fate === 'lost on the way there') return void reset()
      if (fate === 'lost, and there later') {
        reset()
        underWay.add(later())
        return
      }
      if (fate === 'slow' && wait < 0.5) await sleep(wait * 3000)
      const copies = fate === 'twice' ? [forward(incoming, body), forward(incoming, body)] : [forward(incoming, body)]
      const answer = await Promise.race(copies)
      if (fate === 'slow' && wait >= 0.5) await sleep((wait - 0.5) * 3000)
      if (fate === 'lost on the way back') return void reset()
      if (fate === 'again, later') underWay.add(later())
      outgoing.writeHead(answer.status, answer.headers)
      if (fate === 'cut answer') outgoing.write(answer.body.subarray(0, answer.body.length / 2), reset)
      else outgoing.end(answer.body)
    } catch {
      reset()
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    async close() {
      await Promise.allSettled(underWay)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
