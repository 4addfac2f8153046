import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { postgresOf, startServer } from '../support/running-server.ts'
import { ada, clearFolders, dataFolder, json, post, started } from '../support/starts.ts'

afterAll(clearFolders)
cheapHashesOfPrograms()

test('a server that gets SIGTERM ends streams and polls, completes requests in flight, cuts a request that never ends, and exits with 0', async () => {
  const server = await started()
  const idle = await fetch(`${server.url}/api/site`)
  await idle.bytes()
  const stream = await fetch(`${server.url}/api/stream?topics=menu`)
  const streamed = stream.text()
  const { cursor } = await json<{ cursor: string }>(await fetch(`${server.url}/api/changes?topics=menu`))
  const polling = request(`${server.url}/api/changes?topics=menu&wait=30&since=${cursor}`)
  const polled = once(polling, 'response').then(async ([response]) => JSON.parse(await text(response)))
  const sent = once(polling, 'finish')
  polling.end()
  await sent
  const slow = await begunSignUp(server.url)
  // The three subscribers are the stream, the poll, and the server's sender of notifications.
  const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
  await expect.poll(metrics).toMatch(/^buka_live_streams 3$/m)
  // Once the server has answered these later requests, it has read the poll, which waits for an event.
  const now = `${server.url}/api/changes?topics=menu&wait=0&since=${cursor}`
  for (let turn = 0; turn < 3; turn++) await (await fetch(now)).bytes()

  const ended = server.kill('SIGTERM')
  expect(await streamed).toContain('event: bye')
  slow.finish()
  const [status, changes] = await Promise.all([slow.answered, polled])
  expect(status).toBe(201)
  expect(changes).toMatchObject({ events: [] })
  expect(await ended).toBe(0)
  await expect.poll(() => postgresOf(server.dataDir)).toBeUndefined()
  expect(server.stderr()).not.toContain('failed')

  const next = await started({ DATA_DIR: server.dataDir })
  expect((await post(`${next.url}/api/session`, { identifier: 'ada', password: ada.password })).status).toBe(200)

  const endless = await begunSignUp(next.url)
  const cut = expect(endless.answered).rejects.toThrow('socket hang up')
  expect(await next.kill('SIGTERM')).toBe(0)
  await expect.poll(() => postgresOf(server.dataDir)).toBeUndefined()
  await cut
})

test('SIGTERM at any of three moments of a first start leaves no database running, and the next start succeeds', async () => {
  const DATA_DIR = await dataFolder()
  // The prefixes of files that a first start makes one after the other. The signal follows each of these files.
  for (const prefix of ['init-', 'postmaster.pid', 'auth-secret']) {
    const stop = new AbortController()
    const start = startServer({ env: { DATA_DIR }, signal: stop.signal, abortedBy: 'SIGTERM' })
    const ended = start.then(
      ({ exited }) => exited,
      () => {},
    )
    while (!(await filesIn(DATA_DIR)).some((file) => file.startsWith(prefix))) await sleep(2)
    stop.abort()
    await ended
    expect(await postgresOf(DATA_DIR), prefix).toBeUndefined()
  }
  const next = await started({ DATA_DIR })
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
})

/** Lists only the data folder and the database's folder, because listing all subfolders would take too long. */
async function filesIn(folder: string): Promise<string[]> {
  const files = await Promise.all([folder, join(folder, 'postgres')].map((each) => readdir(each).catch(() => [])))
  return files.flat()
}

type SlowRequest = {
  /** Resolves to the status of the response. */
  readonly answered: Promise<number | undefined>
  finish(): void
}

async function begunSignUp(url: string): Promise<SlowRequest> {
  const body = JSON.stringify(ada)
  const sending = request(`${url}/api/customers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, Expect: '100-continue' },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.once('response', (response) => resolve(response.resume().statusCode))
    sending.once('error', reject)
  })
  sending.flushHeaders()
  await new Promise((resolve) => sending.once('continue', resolve))
  sending.write(body.slice(0, 20))
  return {
    answered,
    finish: () => void sending.end(body.slice(20)),
  }
}
