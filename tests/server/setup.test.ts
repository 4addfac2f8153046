import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Checklist, Setup } from '#contract/office/setup.ts'
import type { Site } from '#contract/site.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashesOfPrograms } from '../support/password-hashes.ts'
import { clearDataDir, startServer, temporaryDataDir } from '../support/running-server.ts'

// Runs the real program on an empty database, from its first start to the opening.

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await clearDataDir(folder)
})
const database = await freshDatabase()
cheapHashesOfPrograms()

async function dataFolder(): Promise<string> {
  const folder = await temporaryDataDir()
  folders.push(folder)
  return folder
}

async function started(env: Record<string, string>, options: readonly string[] = []) {
  const server = await startServer({ env, options })
  onTestFinished(server.stop)
  return server
}

const codeOf = (stdout: string) => /^ {4}Code: (\S+)$/m.exec(stdout)?.[1]

function client(url: string, cookie = '') {
  let cookies = cookie
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { Accept: 'text/html,*/*', Cookie: cookies, 'Content-Type': 'application/json' },
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    })
    const given = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (given.length > 0) cookies = given.join('; ')
    return response
  }
  const json = async <Body>(method: string, path: string, body?: object) => {
    const response = await send(method, path, body)
    return { status: response.status, body: (await response.json()) as Body & { detail?: string; field?: string } }
  }
  return { send, json, cookies: () => cookies }
}

const account = { identifier: 'owner', username: 'Ngozi', password: 'a pot of ogbono soup' }
const pages = ['/', '/menu', '/menu/grills', '/search', '/cart', '/checkout', '/farm', '/account', '/nowhere']

// The test starts a server three times, which may take long on a busy machine.
test('OWNER-6: an empty restaurant’s pages say that it is being set up, its owner code works once, and a complete checklist opens it', {
  timeout: 300_000,
}, async () => {
  const env = { DATA_DIR: await dataFolder() }
  const first = await started(env, ['--empty'])
  const code = codeOf(first.stdout())
  expect(first.stdout()).toMatch(/^ {2}The set-up is open: \S+\/setup$/m)
  expect(code).toMatch(/^[0-9A-Z]{9}$/)
  expect(first.stdout()).not.toContain('Demo sign-ins')
  const owner = client(first.url)
  for (const path of pages) {
    const page = await owner.send('GET', path)
    expect([path, page.status]).toEqual([path, 503])
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('retry-after')).toBe('3600')
    expect(await page.text()).toContain('This restaurant is being set up.')
  }
  for (const path of ['/setup', '/office', '/office/menu', '/desk', '/kitchen', '/rider']) {
    expect([path, (await owner.send('GET', path)).status]).toEqual([path, 200])
  }
  expect(await (await owner.send('GET', '/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
  expect((await owner.send('GET', '/sitemap.xml')).status).toBe(404)
  expect((await owner.json<Setup>('GET', '/api/setup')).body).toEqual({ state: 'code' })
  expect((await owner.json<Site>('GET', '/api/site')).body.paused).toBe('This restaurant is not open yet.')

  const wrong = await owner.json('POST', '/api/password-reset', { ...account, code: '000000000' })
  expect([wrong.status, wrong.body.field]).toEqual([422, 'code'])
  expect(wrong.body.detail).toMatch(/^This code is wrong or has expired\. It works once and for a day\./)
  const begun = await owner.json('POST', '/api/password-reset', { ...account, code })
  expect(begun).toMatchObject({ status: 200, body: { user: { username: 'Ngozi', role: 'owner' } } })
  const again = await client(first.url).json('POST', '/api/password-reset', { ...account, code })
  expect(again.body.detail).toBe(wrong.body.detail)
  expect((await owner.json<Setup>('GET', '/api/setup')).body).toEqual({ state: 'begun' })
  const early = await owner.json('POST', '/api/office/opening')
  expect(early).toMatchObject({ status: 422, body: { field: 'name', detail: expect.stringContaining('Name') } })
  const name = { name: 'Mama Put', shortName: 'Mama Put', tagline: 'Rice and stew', description: 'A canteen in Yaba.' }
  expect((await owner.send('PATCH', '/api/office/settings', name)).status).toBe(200)
  await first.stop()

  // A start without --empty keeps what the owner has set up, and does not load the restaurant folder.
  const second = await started(env)
  expect(second.stdout()).toContain('It continues where it was left.')
  expect(second.stdout()).not.toMatch(/Code:|Demo sign-ins/)
  const back = client(second.url, owner.cookies())
  expect((await back.send('GET', '/')).status).toBe(503)
  const { body: list } = await back.json<Checklist>('GET', '/api/office/checklist')
  const missing = ({ points }: Checklist) =>
    points.flatMap(({ point, isDone, isNecessary }) => (isDone || !isNecessary ? [] : [point]))
  expect(missing(list)).toEqual(['contact', 'accounts', 'hours', 'menu'])
  const bank = { bank: 'Demo Bank', number: '0123456789', name: 'MAMA PUT LTD' }
  const rest = {
    phone: '0803 123 4567',
    whatsapp: '0803 123 4567',
    address: '3 Herbert Macaulay Way, Yaba',
    mapUrl: 'https://maps.example/yaba',
    accounts: [{ ...bank, number: '9876543210' }],
    hours: { always: true },
    locations: [{ name: 'Yaba', fee: 500 }],
  }
  expect((await back.send('PATCH', '/api/office/settings', rest)).status).toBe(200)
  // A mistyped bank account is replaced immediately as long as the restaurant is not open.
  expect((await back.send('PATCH', '/api/office/settings', { accounts: [bank] })).status).toBe(200)
  expect((await back.json('GET', '/api/office/accounts')).body).toMatchObject({ accounts: [bank], change: null })
  expect((await back.json('POST', '/api/office/opening')).body).toMatchObject({ field: 'menu' })
  const { body: filled } = await back.json<Checklist>('POST', '/api/office/demo-menu')
  expect(missing(filled)).toEqual([])
  expect((await back.json<Checklist>('POST', '/api/office/opening')).body.isOpen).toBe(true)

  const home = await back.send('GET', '/')
  expect(home.status).toBe(200)
  const html = await home.text()
  expect(html).toContain('Mama Put')
  expect(html).toContain('A canteen in Yaba.')
  expect(html).not.toContain('Iná Grill')
  expect((await back.send('GET', '/menu/grills')).status).toBe(200)
  expect(await (await back.send('GET', '/robots.txt')).text()).toContain('Sitemap:')
  expect((await back.json<Site>('GET', '/api/site')).body).toMatchObject({ paused: null, farm: null })
  expect((await back.json<Setup>('GET', '/api/setup')).body).toEqual({ state: 'open' })
  expect((await back.json('POST', '/api/office/demo-menu')).status).toBe(422)
  const late = await back.json('PATCH', '/api/office/settings', { accounts: [{ ...bank, number: '5555555555' }] })
  expect([late.status, late.body.detail]).toEqual([403, expect.stringContaining('second factor')])
  await second.stop()

  const third = await started(env)
  expect(third.stdout()).toContain('Mama Put is open:')
  expect((await client(third.url).send('GET', '/')).status).toBe(200)
})

test('OWNER-6: of several processes started on one empty database, only one prints an owner code', async () => {
  const env = { DATABASE_URL: database.url, PUBLIC_URL: 'https://order.example.com', SECOND_FACTOR: 'off' }
  const folders = await Promise.all([dataFolder(), dataFolder()])
  const secrets = { AUTH_SECRET: 'a'.repeat(43), PUSH_SECRET: 'b'.repeat(43) }
  const servers = await Promise.all(folders.map((DATA_DIR) => started({ ...env, ...secrets, DATA_DIR, PORT: '0' })))
  const codes = servers.flatMap(({ stdout }) => codeOf(stdout()) ?? [])
  expect(codes).toHaveLength(1)
  for (const { stdout } of servers) expect(stdout()).toContain('The set-up is open: https://order.example.com/setup')
})
