import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../support/running-server.ts'

/** A route to the restaurant that a run can cut, which ends its connections and refuses new connections. */
export type Network = {
  readonly url: string
  isDown: boolean
  /** The number of bytes passed on in both directions, headers included. */
  bytes: number
  cut(isDown: boolean): void
  close(): void
}

export async function openNetwork(to: string): Promise<Network> {
  const { hostname, port } = new URL(to)
  const open = new Set<Socket>()
  const network = { isDown: false, bytes: 0 }
  const server = createServer((near) => {
    if (network.isDown) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('data', (part) => {
        network.bytes += part.length
      })
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
    return undefined
  })
  const own = await freePort()
  server.listen(own, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return Object.assign(network, {
    url: `http://127.0.0.1:${own}`,
    cut(isDown: boolean) {
      network.isDown = isDown
      if (isDown) cutAll()
    },
    close() {
      server.close()
      cutAll()
    },
  })
}
