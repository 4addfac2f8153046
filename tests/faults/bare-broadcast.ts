// The lower limit of latency: a process that writes given messages to its open connections and does nothing else.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const open = new Set<ServerResponse>()

const server = createServer(async (incoming, outgoing) => {
  if (incoming.method === 'GET') {
    open.add(outgoing)
    outgoing.once('close', () => open.delete(outgoing))
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-cache' })
    outgoing.write('id: 1:1:\nevent: changes\ndata: {"cursor":"1:1:","reset":false,"events":[]}\n\n')
    return
  }
  const message = Buffer.concat(await incoming.toArray())
  let left = Number(new URL(incoming.url ?? '', 'http://bare').searchParams.get('to'))
  for (const each of open) {
    if (left-- <= 0) break
    each.write(message)
  }
  outgoing.end()
})

server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())
