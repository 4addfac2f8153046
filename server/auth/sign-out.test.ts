import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import type { Role } from '#domain/restaurant/policy.ts'
import { emailHost, noLimits, openTestRestaurant, secret } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openLive } from '../live/live.ts'
import { liveRoutes } from '../live/live-routes.ts'
import { publish } from '../live/publish.ts'
import { insertAccount } from './accounts.ts'
import { createAuth } from './auth.ts'
import { createSessions } from './sessions.ts'

const database = await freshDatabase()
const password = 'jollof at midnight'

async function startServer() {
  const live = await openLive({ database, log: () => {} })
  const auth = createAuth({ database, secret, origin: 'http://localhost:3000', emailHost })
  const { userOf } = createSessions({ database, auth })
  // Streams recheck their session every 10 minutes, so within a test only an event can end a stream.
  const more = () => liveRoutes({ live, user: userOf, recheck: 10 * 60_000 })
  const { app, browser } = await openTestRestaurant(database, { limits: noLimits, more })
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(async () => {
    await live.stop()
    server.close()
  })
  return { auth, browser, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const here = await startServer()
const there = await startServer()

type Browser = ReturnType<typeof here.browser>

function cookieOf({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Opens a stream on the other server. `rest` reads the stream to its end, or to the event `last`. */
async function openStream(topic: string, cookie: string) {
  const leaving = new AbortController()
  const response = await fetch(`${there.url}/api/stream?topics=${topic}`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  expect(first?.value).toContain('event: changes')
  const rest = async (last?: string) => {
    let text = ''
    for (;;) {
      const chunk = await reader?.read()
      text += chunk?.value ?? ''
      if (!chunk || chunk.done || (last !== undefined && text.includes(last))) return text
    }
  }
  return { rest, leave: () => leaving.abort() }
}

async function publishChange(customerId: string, subject: string): Promise<void> {
  const audience = ['desk', `customer:${customerId}`] as const
  await database.transaction((tx) =>
    publish(tx, { audience, type: 'delivery.changed', subject, version: 1, data: { id: subject } }),
  )
}

test.each([
  ['customer', 'orders'],
  ['cashier', 'desk'],
] as const)('ACCESS-2: sign-out of a %s closes the session’s streams on every process', async (role: Role, topic) => {
  const hash = await here.auth.hashPassword(password)
  const { id, username } = await database.transaction((tx) =>
    insertAccount(tx, emailHost, { role, username: `sign out ${role}` }, hash),
  )
  const [phone, laptop] = [here.browser(), here.browser()]
  expect((await phone.signIn(username, password)).status).toBe(200)
  expect((await laptop.signIn(username, password)).status).toBe(200)
  const ended = await openStream(topic, cookieOf(phone))
  const staying = await openStream(topic, cookieOf(laptop))

  expect((await phone.signOut()).status).toBe(200)
  await publishChange(id, 'after-sign-out')

  const heard = await ended.rest()
  expect(heard).toContain('event: bye')
  expect(heard).not.toContain('after-sign-out')
  expect(await staying.rest('after-sign-out')).toContain('after-sign-out')
  staying.leave()
})
