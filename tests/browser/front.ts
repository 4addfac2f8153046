import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as deskTest } from './order-desk.ts'

/** A proxy in front of a restaurant. It can cut the network and simulate a later build. */
export class Front {
  restaurant: string
  /** While true, requests are accepted and never answered. */
  slow = false
  /** A suffix for the build id of the service worker, which simulates a later build. */
  build = ''
  /** Script text that the proxy puts before the service worker's own script. */
  beforeWorker = ''
  /** Paths of files that a later build lacks. Requests for them are answered with 404. */
  gone: RegExp | undefined
  #down = false
  readonly #server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (this.#down) return void incoming.socket.destroy()
    if (this.slow) return
    if (this.gone?.test(path)) return void outgoing.writeHead(404, { 'Cache-Control': 'no-store' }).end()
    const rewritten = path === '/worker.js' && this.build + this.beforeWorker !== ''
    const { hostname, port } = new URL(this.restaurant)
    const headers = { ...incoming.headers }
    if (rewritten) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name]
    const onward = request({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      const { statusCode = 502 } = answer
      if (!rewritten) return void answer.pipe(outgoing.writeHead(statusCode, answer.headers))
      const { 'content-length': _, etag: __, ...rest } = answer.headers
      let program = this.beforeWorker
      answer.setEncoding('utf8').on('data', (text: string) => {
        program += text
      })
      answer.on('end', () => outgoing.writeHead(statusCode, rest).end(program.replace('"id":"', `$&${this.build}`)))
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })

  constructor(restaurant: string) {
    this.restaurant = restaurant
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** While true, no connection is open or accepted. */
  set down(down: boolean) {
    this.#down = down
    if (down) this.#server.closeAllConnections()
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

export function openFront(restaurant: string): Promise<Front> {
  return new Front(restaurant).open()
}

/**
 * `front` is a proxy for each test, whose port makes a new origin, so the browser's storage is empty. Cutting the proxy
 * also cuts off the service worker.
 */
export const test = deskTest.extend<{ front: Front }>({
  front: async ({ restaurant }, use) => {
    const front = await openFront(restaurant.url)
    await use(front)
    await front.stop()
  },
  baseURL: ({ front }, use) => use(front.url),
})
