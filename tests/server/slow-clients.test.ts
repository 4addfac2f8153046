import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { type RunningServer, startServer } from '../support/running-server.ts'

const database = await freshDatabase()
let server: RunningServer
beforeAll(async () => {
  server = await startServer({ env: { DATABASE_URL: database.url } })
})
afterAll(() => server.stop())

const heads = {
  nothing: '',
  'half a head': 'GET / HTTP/1.1\r\nHost: grill\r\nX-More: ',
  'half a body':
    'POST /api/session HTTP/1.1\r\nHost: grill\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
}

test('SAFE-14: connections that send nothing, half a request head or half a body are closed', async () => {
  const { hostname, port } = new URL(server.url)
  const closed = Object.values(heads).map(async (head) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.resume()
    socket.write(head)
    await once(socket, 'close')
  })
  await Promise.all(closed)
  expect(server.stderr()).not.toMatch(/"request\.failed"/)
})

test('SAFE-14: HEAD requests leave no stream open, so other clients at the same network address can open streams', async () => {
  const stream = `${server.url}/api/stream?topics=menu`
  // More streams than one network address may open.
  for (let count = 0; count < 301; count++) expect((await fetch(stream, { method: 'HEAD' })).status).toBe(200)
  const { status, body } = await fetch(stream)
  expect(status).toBe(200)
  await body?.cancel()
})
