import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { form, noLimits, openTestRestaurant, userIn, withoutNewSessions } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { credentials, locations, users } from '../db/schema.ts'

cheapHashes()
const database = await freshDatabase()
const restaurant = await openTestRestaurant(database, { limits: noLimits })

async function refusal(response: Response) {
  const { code, detail, field, errors } = (await response.json()) as Record<string, unknown>
  return { status: response.status, code, detail, field, errors }
}

async function accounts() {
  return { users: await database.orm.$count(users), credentials: await database.orm.$count(credentials) }
}

test('AUTH-1: a complete sign-up form creates an account and signs in', async () => {
  const ada = restaurant.browser()
  const response = await ada.signUp({
    username: '  Ada   Obi ',
    password: 'jollof at midnight',
    phone: '0803 123 4567',
    location: 'test-island',
    address: ' 3 Test Close ',
  })
  expect(response.status).toBe(201)
  const user = await userIn(response)
  expect(user).toEqual({
    id: expect.any(String),
    role: 'customer',
    username: 'Ada Obi',
    phone: '+2348031234567',
    address: '3 Test Close',
    location: 'test-island',
  })
  expect(await ada.session()).toEqual(user)
})

test('AUTH-5: the derived e-mail is the username in lower case, without characters other than letters and digits', async () => {
  const { id } = await userIn(await restaurant.browser().signUp(form({ username: 'Chidi_O. 99' })))
  const [row] = await database.orm.select().from(users).where(eq(users.id, id))
  expect(row?.email).toBe('chidio99@grill.example')
})

test('PEOPLE-3: a username may have letters with marks, and is refused if another name differs only by the marks', async () => {
  const { id } = await userIn(await restaurant.browser().signUp(form({ username: 'Tóbi' })))
  const [row] = await database.orm.select().from(users).where(eq(users.id, id))
  expect(row?.email).toBe('tobi@grill.example')
  expect((await restaurant.browser().signUp(form({ username: 'tbi' }))).status).toBe(201)
  expect((await restaurant.browser().signUp(form({ username: 'Ọládé' }))).status).toBe(201)
  for (const username of ['Tobi', 'olade']) {
    expect((await restaurant.browser().signUp(form({ username }))).status, username).toBe(409)
  }
})

test('the password is stored as a hash only', async () => {
  const password = 'a very particular pepper'
  const { id } = await userIn(await restaurant.browser().signUp(form({ password })))
  const [row] = await database.orm.select().from(credentials).where(eq(credentials.userId, id))
  expect(row?.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})

test('AUTH-2: an empty sign-up form reports every field, in the order of the form', async () => {
  const before = await accounts()
  const response = await restaurant
    .browser()
    .signUp({ username: '', password: '', phone: '', location: '', address: '' })
  expect(await refusal(response)).toEqual({
    status: 422,
    code: 'invalid',
    detail: 'Please enter a username.',
    field: 'username',
    errors: [
      { field: 'username', detail: 'Please enter a username.' },
      { field: 'password', detail: 'Please enter a password.' },
      { field: 'phone', detail: 'Please enter your phone number.' },
      { field: 'location', detail: 'Please choose a location from the list.' },
      { field: 'address', detail: 'Please enter your address.' },
    ],
  })
  expect(await accounts()).toEqual(before)
})

test('a sign-up whose session fails to begin creates no account, so that a retry can use the name', async () => {
  const before = await accounts()
  const sent = form()
  await withoutNewSessions(database, () => expect(restaurant.browser().signUp(sent)).rejects.toThrow())
  expect(await accounts()).toEqual(before)
  expect((await restaurant.browser().signUp(sent)).status).toBe(201)
})

const invalidPhone = 'Invalid Nigerian phone number. Please ensure it starts with 0 or +234 followed by 10 digits.'

test.each([
  ['AUTH-2', { username: 'Al' }, 'username', 'Please use at least 3 letters or digits (a to z, 0 to 9).'],
  ['AUTH-2', { username: 'a'.repeat(41) }, 'username', 'Please keep the username under 41 characters.'],
  ['AUTH-6', { username: 'ada@home' }, 'username', 'A username must have a letter and no @.'],
  ['AUTH-6', { username: '0803 123' }, 'username', 'A username must have a letter and no @.'],
  ['AUTH-2', { password: 'pepper' }, 'password', 'Please use a password of at least 8 characters.'],
  ['AUTH-2', { password: 'x'.repeat(129) }, 'password', 'Please keep the password under 129 characters.'],
  ['AUTH-4', { phone: '12345' }, 'phone', invalidPhone],
  ['AUTH-4', { phone: '06031234567' }, 'phone', invalidPhone],
  ['AUTH-4', { phone: '2348031234567' }, 'phone', invalidPhone],
  ['AUTH-4', { phone: '+23408031234567' }, 'phone', invalidPhone],
  ['AUTH-2', { location: 'atlantis' }, 'location', 'Please choose a location from the list.'],
  ['AUTH-2', { address: '   ' }, 'address', 'Please enter your address.'],
  ['AUTH-2', { address: undefined }, 'address', 'Please fill this in.'],
  ['AUTH-2', { address: 'a'.repeat(301) }, 'address', 'Please keep this under 301 characters.'],
  ['AUTH-2', { username: 7 }, 'username', expect.any(String)],
])('%s: a sign-up with %o is refused with the field %s', async (_row, change, field, detail) => {
  const before = await accounts()
  const answer = await refusal(await restaurant.browser().signUp(form(change)))
  expect(answer).toMatchObject({ status: 422, field, detail, errors: [{ field, detail }] })
  expect(await accounts()).toEqual(before)
})

test('a sign-up with an unknown field, such as a role, returns 422', async () => {
  const answer = await refusal(await restaurant.browser().signUp(form({ role: 'owner' })))
  expect(answer).toMatchObject({ status: 422, field: 'role' })
})

test.each([['0803 777 0001'], ['+234 803 777 0001'], ['0803-777-0001'], ['+2348037770001']])(
  'AUTH-3: a sign-up with a registered phone returns 409 in any spelling: %s',
  async (phone) => {
    await restaurant.browser().signUp(form({ phone: '08037770001' }))
    expect(await refusal(await restaurant.browser().signUp(form({ phone })))).toMatchObject({
      status: 409,
      code: 'phone-taken',
      detail: 'Phone number already registered',
      field: 'phone',
    })
  },
)

test.each([['Bisi.K'], ['bisi.k'], ['BISI K'], [' bisi-k ']])(
  'AUTH-3: a sign-up with the username %s returns 409 if Bisi.K exists',
  async (username) => {
    await restaurant.browser().signUp(form({ username: 'Bisi.K' }))
    expect(await refusal(await restaurant.browser().signUp(form({ username })))).toMatchObject({
      status: 409,
      code: 'username-taken',
      detail: 'Username already exists',
      field: 'username',
    })
  },
)

test('AUTH-3: a used username, a used phone and a short password are reported in one response', async () => {
  const first = form()
  await restaurant.browser().signUp(first)
  const answer = await refusal(await restaurant.browser().signUp({ ...first, password: 'short' }))
  expect(answer.errors).toEqual([
    { field: 'username', detail: 'Username already exists' },
    { field: 'password', detail: 'Please use a password of at least 8 characters.' },
    { field: 'phone', detail: 'Phone number already registered' },
  ])
})

test.each([
  ['username', 'username-taken', { username: 'Race Winner' }],
  ['phone', 'phone-taken', { phone: '08091110000' }],
])(
  'AUTH-3: of eight concurrent sign-ups with one %s, one succeeds and seven return 409',
  async (_field, code, same) => {
    const before = await accounts()
    const answers = await Promise.all(Array.from({ length: 8 }, () => restaurant.browser().signUp(form(same))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(await refusal(answer)).toMatchObject({ code })
    }
    expect(await accounts()).toEqual({ users: before.users + 1, credentials: before.credentials + 1 })
  },
)

test('a sign-up whose credentials cannot be stored creates no account', async () => {
  await database.pool.query(`
    create function refuse_credential() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger refuse_credential before insert on credentials execute function refuse_credential()`)
  const before = await accounts()
  try {
    const sent = form()
    await expect(restaurant.browser().signUp(sent)).rejects.toThrow()
    expect(await accounts()).toEqual(before)
    await database.pool.query('drop trigger refuse_credential on credentials')
    expect((await restaurant.browser().signUp(sent)).status).toBe(201)
  } finally {
    await database.orm.execute(sql`drop function refuse_credential cascade`)
  }
})

test('the session cookie is HttpOnly, the hint cookie is not, and only the API receives the device cookie', async () => {
  const response = await restaurant.browser().signUp(form())
  const [session = '', hint, device] = response.headers.getSetCookie()
  expect(session).toMatch(/^buka\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(hint).toMatch(/^buka_signed_in=[\w-]{8}; Max-Age=2592000; Path=\/; SameSite=Lax$/)
  expect(device).toMatch(/^buka\.device=[^;]+; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Lax$/)
})

test('the session cookies are Secure if the origin is https', async () => {
  const secured = await openTestRestaurant(database, { origin: 'https://grill.example', limits: noLimits })
  const browser = secured.browser()
  const response = await browser.signUp(form())
  const [session, hint] = response.headers.getSetCookie()
  expect(session).toMatch(/^__Secure-buka\.session_token=.*; Secure\b/)
  expect(hint).toMatch(/; Secure\b/)
  expect(await browser.session()).toMatchObject({ role: 'customer' })
})

test('OWNER-6: a restaurant that delivers nowhere requires neither place nor address at sign-up, and stores them if given', async () => {
  const places = await database.orm.select().from(locations)
  await database.orm.delete(locations)
  try {
    const user = await userIn(await restaurant.browser().signUp(form({ location: '', address: '' })))
    expect(user).toMatchObject({ location: '', address: '' })
    const typed = await userIn(await restaurant.browser().signUp(form({ location: '', address: '3 Test Close' })))
    expect(typed).toMatchObject({ location: '', address: '3 Test Close' })
  } finally {
    await database.orm.insert(locations).values(places)
  }
  expect((await restaurant.browser().signUp(form({ location: '', address: '' }))).status).toBe(422)
})
