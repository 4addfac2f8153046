import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerFailures } from './guard.ts'
import { originOf } from './origin.ts'

async function originFor(host: string, publicUrl?: string): Promise<[status: number, text: string]> {
  const app = new Hono()
  answerFailures(app, () => {})
  app.get('*', (context) => context.text(originOf(context, publicUrl)))
  const response = await app.request(`http://${host}/menu`)
  return [response.status, await response.text()]
}

test.each(['grill.example', 'localhost:3000', '192.168.1.20', '[::1]:3000', 'my_server', 'xn--in-fka.example'])(
  'without a public address it is the one that was asked: %s',
  async (host) => {
    expect(await originFor(host)).toEqual([200, `http://${host}`])
  },
)

test.each(['a"b', "a'b", 'a$`b', 'a$&b', 'a;b', 'a(b)', 'a,b', `${'a'.repeat(254)}`])(
  'SAFE-15: a Host header that is no host is refused: %s',
  async (host) => {
    expect((await originFor(host))[0]).toBe(422)
    expect(await originFor(host, 'https://grill.example')).toEqual([200, 'https://grill.example'])
  },
)
