import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { formerPaths } from '#contract/last-release.ts'
import type { User } from '#contract/session.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { createApp } from '#server/app.ts'
import { createAuth } from '#server/auth/auth.ts'
import { createTries } from '#server/auth/rate-limits.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { privateCodes } from '#server/conversations/private-code.ts'
import { openLive } from '#server/live/live.ts'
import { openPictures } from '#server/media/pictures.ts'
import { loadRestaurant } from '#server/menu-versions/load.ts'
import { paystack } from '#server/payments/paystack.ts'
import { defaultRetention } from '#server/process/retention.ts'
import { serverKeys } from '#server/push/encryption.ts'
import { openFilms } from '#server/restaurant/films.ts'
import { readRestaurant } from '#server/restaurant/restaurant.ts'
import { noLimits } from '../support/auth.ts'
import { freshDatabase } from '../support/database.ts'
import { cheapHashes } from '../support/password-hashes.ts'
import { clearDataDir, temporaryDataDir } from '../support/running-server.ts'
import { openObjects } from './access-objects.ts'

const restaurant = fileURLToPath(new URL('../../restaurant', import.meta.url))
const dataDir = await temporaryDataDir()
afterAll(() => clearDataDir(dataDir))

cheapHashes()
const database = await freshDatabase()
await loadRestaurant(database, await readRestaurant(restaurant))
const secret = randomBytes(32).toString('hex')
const log = () => {}
const auth = createAuth({ database, secret, origin: 'http://localhost', emailHost: 'grill.example' })
const sessions = createSessions({ database, auth })
const tries = createTries({ database, secret, limits: noLimits })
const live = await openLive({ database, log })
afterAll(live.stop)

/** A payment provider that sends no request to Paystack. */
const provider = {
  ...paystack({ secretKey: 'sk_test_of_nobody' }),
  open: async () => ({ id: 'paystack', bank: 'Titan', number: '9900000000', name: 'PAYSTACK CHECKOUT' }),
}
const parts = {
  database,
  auth,
  sessions,
  tries,
  live,
  provider,
  log,
  films: await openFilms(restaurant),
  pushSender: { keys: serverKeys('a secret of the tests'), contact: 'mailto:owner@example.com' },
  codes: privateCodes('a secret of the tests'),
  origin: 'http://localhost',
  readDemoMenu: async () => [],
}
const everything = {
  ...parts,
  pictures: await openPictures({ sourceDir: join(restaurant, 'pictures'), dataDir, log: { warn: log } }),
  // No test of this file requests a page.
  web: {
    render: async () => '',
    paths: async () => ({ listed: [], closed: [] }),
    assets: () => ({ scripts: [], styles: [], modules: [], fonts: [] }),
    folder: undefined,
  },
  publicUrl: undefined,
  trustedProxies: 0,
  securityLog: { note: log },
  retention: defaultRetention,
  development: false,
}
const { app } = createApp(everything)
const strictAuth = createAuth({
  database,
  secret,
  origin: 'http://localhost',
  emailHost: 'grill.example',
  requireSecondFactor: true,
})
/** The app with SECOND_FACTOR=on. */
const { app: strictApp } = createApp({
  ...everything,
  auth: strictAuth,
  sessions: createSessions({ database, auth: strictAuth }),
})

const objects = await openObjects({ database, auth })

/**
 * The status of each route for each caller: for the caller's own object, and after a slash for another user's object if
 * that status differs. `access-objects.ts` has the requests. Words in brackets distinguish two requests to one route.
 */
const table = `
                                                   visitor  customer  other    rider    kitchen  cashier  owner
GET /api/openapi.json                              200      200       200      200      200      200      200
GET /api/site                                      200      200       200      200      200      200      200
GET /api/locations                                 200      200       200      200      200      200      200
GET /api/bestsellers                               200      200       200      200      200      200      200
GET /api/menu                                      200      200       200      200      200      200      200
GET /api/menu/:category                            200      200       200      200      200      200      200
GET /api/menu-items?ids=half-chicken               200      200       200      200      200      200      200
GET /api/desk/dish-limits                          401      403       403      403      200      200      200
PATCH /api/menu-items/:id                          401      403       403      403      200      200      200
PATCH /api/menu-items/:id (price)                  401      403       403      403      403      403      200
GET /api/home                                      200      200       200      200      200      200      200
GET /api/farm                                      200      200       200      200      200      200      200
GET /api/privacy                                   200      200       200      200      200      200      200
GET /api/setup                                     200      200       200      200      200      200      200
POST /api/customers                                201      201       201      201      201      201      201
POST /api/session                                  200      200       200      200      200      200      200
GET /api/session                                   200      200       200      200      200      200      200
DELETE /api/session                                200      200       200      200      200      200      200
POST /api/session/passkey-challenge                401      403      403      200      200      200      200
POST /api/session/second-step                      401      403      403      422      422      422      422
GET /api/account/second-factor                     401      403      403      200      200      200      200
POST /api/account/second-factor/app                401      403      403      200      200      200      200
POST /api/account/second-factor/app-confirmation     401      403      403      422      422      422      422
POST /api/account/second-factor/passkey-challenge   401      403      403      200      200      200      200
POST /api/account/second-factor/passkeys           401      403      403      422      422      422      422
POST /api/account/second-factor/recovery-codes     401      403      403      422      422      422      422
POST /api/account/second-factor/removal            401      403      403      200      200      200      200
GET /api/account                                   401      200       200      200      200      200      200
GET /api/account/sessions                          401      200       200      200      200      200      200
DELETE /api/account/sessions                       401      200       200      200      200      200      200
PATCH /api/account                                 401      200       200      403      403      403      403
POST /api/account/password                         401      204       204      204      204      204      204
GET /api/account/export                            401      200       200      403      403      403      403
POST /api/account/deletion                         401      200       200      403      403      403      403
POST /api/password-reset                           200      200       200      422/200  422/200  422/200  422/200
POST /api/guests                                   201      201       201      201      201      201      201
POST /api/guest-sessions                           200      200/403   200/403  404/403  404/403  404/403  404/403
POST /api/guest-links                              401      201/403   201/403  403      403      403      403
POST /api/guest-account                            401      200/403   200/403  403      403      403      403
POST /api/quotes                                   401      201       201      201      201      201      201
GET /api/quotes/:id                                401      200/404   200/404  200/404  200/404  200/404  200/404
POST /api/orders                                   401      201/404   201/404  201/404  201/404  201/404  201/404
POST /api/order-links                              401      200/422   200/422  403      403      403      403
GET /api/orders                                    401      200       200      200      200      200      200
GET /api/orders/:id                                401      200/404   200/404  200/404  200      200      200
GET /api/desk/orders                               401      403       403      403      200      200      200
POST /api/orders/:id/address-request               401      403       403      403      403      200      200
POST /api/orders/:id/start                   401      403       403      403      200      200      200
POST /api/orders/:id/acknowledge-start   401      403       403      403      200      200      200
POST /api/orders/:id/undo-start        401      403       403      403      200      200      200
POST /api/orders/:id/start-unpaid            401      403       403      403      403      403      200
POST /api/orders/:id/start-for-cash              401      403       403      403      403      403/200  200
POST /api/orders/:id/mark-ready                     401      403       403      403      200      200      200
POST /api/orders/:id/recall                        401      403       403      403      200      200      200
POST /api/orders/:id/complete                    401      403       403      403      403      200      200
POST /api/orders/:id/undo-completion         401      403       403      403      403      200      200
POST /api/orders/:id/cancel                  401      200/404   200/404  200/404  200/404  200      200
POST /api/orders/:id/mark-sold-out                       401      403       403      403      200      200      200
POST /api/orders/:id/unmark-sold-out               401      403       403      403      200      200      200
POST /api/orders/:id/remove-sold-out               401      403       403      403      403      200      200
POST /api/orders/:id/choose-substitution                401      200/404   200/404  200/404  200/404  200/404  200/404
GET /api/orders/:id/receipt                        401      200/404   200/404  200/404  200/404  200/404  200/404
PUT /api/orders/:id/rating                         401      200/404   200/404  200/404  200/404  200/404  200/404
GET /api/ratings                                   401      200       200      200      200      200      200
GET /api/desk/ratings                              401      403       403      403      403      403      200
POST /api/orders/:id/acknowledge               401      403       403      403      403      200      200
POST /api/orders/:id/print-ticket                       401      403       403      403      200      200      200
POST /api/desk/quotes                              401      403       403      403      403      201      201
POST /api/desk/orders                              401      403       403      403      403      201/404  201/404
POST /api/orders/:id/till-payment                  401      403       403      403      403      403/200  200
GET /api/desk/till                                 401      403       403      403      403      200      200
POST /api/desk/till                                401      403       403      403      403      201      201
POST /api/slots                                    200      200       200      200      200      200      200
POST /api/desk/slots                               401      403       403      403      403      200      200
GET /api/orders/:id/slots                          401      200/404   200/404  200/404  200/404  200      200
POST /api/orders/:id/change-slot                   401      200/404   200/404  200/404  200/404  200      200
GET /api/desk/quarters                             401      403       403      403      200      200      200
PUT /api/desk/quarters                             401      403       403      403      200      200      200
GET /api/desk/preparations                         401      403       403      403      200      200      200
PUT /api/desk/preparations                         401      403       403      403      404      404      404
GET /api/promise                                   200      200       200      200      200      200      200
POST /api/payments/paystack-events                 200      200       200      200      200      200      200
GET /api/desk/accounts                             401      403       403      403      200      200      200
POST /api/desk/statements                          401      403       403      403      403      422      422
POST /api/desk/statement-matches                   401      403       403      403      403      200      200
POST /api/orders/:id/confirm-payment          401      403       403      403      403      403/200  200
POST /api/orders/:id/undo-confirmation  401   403       403      403      403      403/200  200
POST /api/orders/:id/report-missing              401      403       403      403      403      200      200
POST /api/orders/:id/accept-late       401      403       403      403      403      403/200  200
POST /api/orders/:id/claim-again                         401      200/404   200/404  200/404  200/404  200/404  200/404
POST /api/orders/:id/refund                        401      403       403      403      403      403/200  200
GET /api/push-key                                  401      200       200      403      403      403      200
POST /api/push-subscriptions                       401      200       200      403      403      403      200
POST /api/push-tests                               401      403       403      403      403      403      200
GET /api/desk/owner-devices                        401      403       403      403      200      200      200
GET /api/desk/riders                               401      403       403      403      403      200      200
POST /api/orders/:id/assign-rider                         401      403       403      403      403      200      200
POST /api/orders/:id/unassign-rider              401      403       403      403      403      200      200
POST /api/orders/:id/change-rider                  401      403       403      403      403      200      200
GET /api/deliveries                                401      403       403      200      403      403      403
POST /api/orders/:id/pick-up                   401      403       403      200/404  403      403      403
POST /api/orders/:id/deliver                  401      403       403      200/404  403      403      403
POST /api/orders/:id/fail-delivery                   401      403       403      200/404  403      403      403
GET /api/orders/:id/conversation                   401      200/404   200/404  200/404  200/404  200/404  200/404
GET /api/messages/whatsapp-events?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1     422      422       422      422      422      422      422
POST /api/messages/whatsapp-events                 404      404       404      404      404      404      404
POST /api/messages/termii-events                   404      404       404      404      404      404      404
GET /api/desk/messages                             401      403       403      403      403      200      200
GET /api/desk/orders/:id/messages                  401      403       403      403      403      200      200
PUT /api/desk/orders/:id/messages/seen             401      403       403      403      403      200      200
GET /api/office/channels                           401      403       403      403      403      403      200
PATCH /api/office/channels                         401      403       403      403      403      403      200
GET /api/office/messages                           401      403       403      403      403      403      200
POST /api/office/message-tests                     401      403       403      403      403      403      422
PUT /api/desk/presence                                    401      403       403      403      403      204      204
GET /api/kitchen-load                                     401      403       403      403      200      200      200
PATCH /api/kitchen-load                                   401      403       403      403      200      200      200
GET /api/office/overview                           401      403       403      403      403      403      200
GET /api/office/figures?from=2026-11-01&to=2026-11-07     401      403       403      403      403      403      200
GET /api/office/figures-sheet?from=2026-11-01&to=2026-11-07&table=dish     401      403       403      403      403      403      200
GET /api/office/staff                              401      403       403      403      403      403      200
POST /api/office/staff                             401      403       403      403      403      403      201
PATCH /api/office/staff/:id                        401      403       403      403      403      403      200
POST /api/office/staff/:id/password                401      403       403      403      403      403      403/200
DELETE /api/office/staff/:id/second-factor         401      403      403      403      403      403      403/200
DELETE /api/office/staff/:id/sessions              401      403       403      403      403      403      200
DELETE /api/office/staff/:id/sessions/:session     401      403       403      403      403      403      200
POST /api/office/reset-codes                       401      403       403      403      403      403      201
GET /api/office/menu                               401      403       403      403      403      403      200
PUT /api/office/menu                               401      403       403      403      403      403      200
POST /api/office/menu-checks                       401      403       403      403      403      403      204
GET /api/office/menu-draft                         401      403       403      403      403      403      200
PUT /api/office/menu-draft                         401      403       403      403      403      403      200
DELETE /api/office/menu-draft                      401      403       403      403      403      403      204
GET /api/office/menu-sheet                         401      403       403      403      403      403      200
GET /api/office/menu-versions                      401      403       403      403      403      403      200
GET /api/office/menu-versions/:id                  401      403       403      403      403      403      200
POST /api/office/table-files                       401      403       403      403      403      403      200
POST /api/office/photos                            401      403       403      403      403      403      422
GET /api/office/photos/:id                         401      403       403      403      403      403      404
POST /api/office/photo-pictures                    401      403       403      403      403      403      404
GET /api/office/settings                           401      403       403      403      403      403      200
PATCH /api/office/settings                         401      403       403      403      403      403      200
GET /api/office/accounts                           401      403       403      403      403      403      200
POST /api/office/account-changes                   401      403       403      403      403      403      422
DELETE /api/office/account-changes/:id             401      403       403      403      403      403      404
GET /api/office/open-day                           401      403      403      403      403      200      200
PUT /api/office/open-day/count                     401      403      403      403      403      200      200
PUT /api/office/open-day/statement                 401      403      403      403      403      403      404
POST /api/office/open-day/corrections              401      403      403      403      403      403      200
GET /api/office/days                               401      403      403      403      403      403      200
POST /api/office/days                              401      403      403      403      403      403      409
GET /api/office/days/:id                           401      403      403      403      403      403      404
GET /api/office/days/:id/sheet                     401      403      403      403      403      403      404
GET /api/office/checklist                          401      403       403      403      403      403      200
POST /api/office/demo-menu                         401      403       403      403      403      403      422
POST /api/office/opening                           401      403       403      403      403      403      200
GET /api/office/orders                             401      403       403      403      403      200      200
GET /api/office/orders/:id                         401      403       403      403      403      200      200
GET /api/office/customers                          401      403       403      403      403      403      200
GET /api/office/customers/:id/notes                401      403       403      403      403      200      200
POST /api/office/customers/:id/notes               401      403       403      403      403      200      200
DELETE /api/office/customers/:id/notes/1           401      403       403      403      403      200      200
GET /api/office/customers/:id/export               401      403       403      403      403      403      200
POST /api/office/customers/:id/erasure             401      403       403      403      403      403      204
GET /api/office/audit                              401      403       403      403      403      403      200
GET /api/office/security-log                       401      403       403      403      403      403      200
GET /api/desk/printers                             401      403       403      403      200      200      200
GET /api/office/printers                           401      403       403      403      403      403      200
POST /api/office/printers                          401      403       403      403      403      403      201
PATCH /api/office/printers/:id                     401      403       403      403      403      403      200
DELETE /api/office/printers/:id                    401      403       403      403      403      403      200
POST /api/office/printers/:id/code                 401      403       403      403      403      403      201
POST /api/office/printers/:id/test                 401      403       403      403      403      403      200
POST /api/star/:code                               200      200       200      200      200      200      200
GET /api/star/:code                                404      404       404      404      404      404      404
DELETE /api/star/:code                             200      200       200      200      200      200      200
POST /api/epson/:code                              200      200       200      200      200      200      200
GET /api/stream?topics=menu                        200      200       200      200      200      200      200
GET /api/stream?topics=orders                      401      200       200      200      200      200      200
GET /api/stream?topics=desk                        401      403       403      403      200      200      200
GET /api/stream?topics=deliveries                  401      403       403      200      403      403      403
GET /api/changes?topics=menu                       200      200       200      200      200      200      200
GET /api/changes?topics=orders                     401      200       200      200      200      200      200
GET /api/changes?topics=desk                       401      403       403      403      200      200      200
GET /api/changes?topics=deliveries                 401      403       403      200      403      403      403
`

const [head = '', ...lines] = table.trim().split('\n')
const people = head.trim().split(/\s+/)
const rows = lines.map((line) => {
  const [name = '', ...cells] = line.split(/\s{2,}/)
  const [method = '', address = ''] = name.split(' ')
  return {
    name,
    method,
    address,
    route: `${method} ${address.split('?')[0]?.replace('/pieces/0', '/pieces/:offset').replace('/notes/1', '/notes/:note')}`,
    cells,
  }
})

type Ownership = 'own' | "another's"

/** Returns a new account for each request, because some requests change or delete the account. */
async function callerOf(person: string): Promise<User | undefined> {
  if (person === 'visitor') return undefined
  return objects.person(person === 'other' ? 'customer' : (person as Role))
}

async function cookieOf(user: Pick<User, 'id' | 'role'>): Promise<string> {
  const cookies = await database.transaction((tx) => auth.openSession(tx, user))
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

async function statusOf({ name, method, address }: (typeof rows)[number], person: string, ownership: Ownership) {
  const caller = await callerOf(person)
  const { id = '', session = '', body, headers } = await objects.request(name, { caller, own: ownership === 'own' })
  const path = address.replace(':id', id).replace(':category', id).replace(':code', id).replace(':session', session)
  const response = await app.request(path, {
    method,
    headers: {
      ...(caller && { cookie: await cookieOf(caller) }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await response.body?.cancel()
  return response.status
}

function isFor({ by }: Endpoint, person: Role | 'visitor'): boolean {
  return by === 'anyone' || (person !== 'visitor' && by.includes(person))
}

const all = Object.entries<Endpoint>(endpoints)
const callableBy = (person: Role | 'visitor') =>
  all.filter(([, endpoint]) => isFor(endpoint, person)).map(([name]) => name)

test.each(rows.map((row) => [row.name, row] as const))(
  '%s returns the status in the table for each caller, for the caller’s own object and for another user’s',
  async (_, row) => {
    const answers = await Promise.all(
      people.map(async (person) => {
        const ownerships: Ownership[] = objects.hasOwner(row.name) ? ['own', "another's"] : ['own']
        const statuses = await Promise.all(ownerships.map((ownership) => statusOf(row, person, ownership)))
        return [...new Set(statuses)].join('/')
      }),
    )
    const byPerson = (cells: readonly string[]) => Object.fromEntries(people.map((person, at) => [person, cells[at]]))
    expect(byPerson(answers)).toEqual(byPerson(row.cells))
  },
)

test('the access table has a row for every endpoint, and no other row', () => {
  expect([...new Set(rows.map(({ route }) => route))].sort()).toEqual(Object.keys(endpoints).sort())
  for (const { name, cells } of rows) expect(cells, name).toHaveLength(people.length)
  // `access-objects.ts` has no request without a row in the table.
  const names = rows.map(({ name }) => name)
  expect(objects.rows.filter((row) => !names.includes(row))).toEqual([])
})

test.each(all)('the contract of %s declares the same callers as the access table', (name, endpoint) => {
  const own = rows.filter((row) => row.route === name)
  for (const [at, person] of people.entries()) {
    const role = person === 'other' ? 'customer' : (person as Role | 'visitor')
    const refused = own.every(({ cells }) => /^(401|403)$/.test(cells[at] ?? ''))
    expect(isFor(endpoint, role), person).toBe(!refused)
  }
})

test('only the endpoints that this test lists are public', () => {
  expect(callableBy('visitor')).toEqual([
    'GET /api/openapi.json',
    'GET /api/site',
    'GET /api/locations',
    'GET /api/bestsellers',
    'GET /api/menu',
    'GET /api/menu/:category',
    'GET /api/menu-items',
    'GET /api/setup',
    'GET /api/home',
    'GET /api/privacy',
    'GET /api/farm',
    'POST /api/customers',
    'POST /api/session',
    'GET /api/session',
    'DELETE /api/session',
    'POST /api/password-reset',
    'POST /api/guests',
    'POST /api/guest-sessions',
    'POST /api/slots',
    'GET /api/promise',
    'POST /api/payments/paystack-events',
    'GET /api/messages/whatsapp-events',
    'POST /api/messages/whatsapp-events',
    'POST /api/messages/termii-events',
    'POST /api/star/:code',
    'GET /api/star/:code',
    'DELETE /api/star/:code',
    'POST /api/epson/:code',
    'GET /api/stream',
    'GET /api/changes',
  ])
})

test('customers may call only the public endpoints and those that this test lists', () => {
  const own = callableBy('customer').filter((name) => !callableBy('visitor').includes(name))
  expect(own).toEqual([
    'GET /api/account',
    'PATCH /api/account',
    'GET /api/account/sessions',
    'DELETE /api/account/sessions',
    'POST /api/account/password',
    'GET /api/account/export',
    'POST /api/account/deletion',
    'POST /api/guest-links',
    'POST /api/guest-account',
    'POST /api/quotes',
    'GET /api/quotes/:id',
    'GET /api/orders/:id/slots',
    'POST /api/orders',
    'POST /api/order-links',
    'GET /api/orders',
    'GET /api/orders/:id',
    'POST /api/orders/:id/claim-again',
    'POST /api/orders/:id/cancel',
    'POST /api/orders/:id/change-slot',
    'POST /api/orders/:id/choose-substitution',
    'GET /api/orders/:id/receipt',
    'GET /api/push-key',
    'POST /api/push-subscriptions',
    'GET /api/orders/:id/conversation',
    'PUT /api/orders/:id/rating',
    'GET /api/ratings',
  ])
})

test('riders may call only the endpoints for customers and those that this test lists', () => {
  const own = callableBy('rider').filter((name) => !callableBy('customer').includes(name))
  expect(own).toEqual([
    'POST /api/session/passkey-challenge',
    'POST /api/session/second-step',
    'GET /api/account/second-factor',
    'POST /api/account/second-factor/app',
    'POST /api/account/second-factor/app-confirmation',
    'POST /api/account/second-factor/passkey-challenge',
    'POST /api/account/second-factor/passkeys',
    'POST /api/account/second-factor/recovery-codes',
    'POST /api/account/second-factor/removal',
    'POST /api/orders/:id/pick-up',
    'POST /api/orders/:id/deliver',
    'POST /api/orders/:id/fail-delivery',
    'GET /api/deliveries',
  ])
})

test('no endpoint outside of the contract is registered under /api', () => {
  // Each path of the contract is also registered for all methods, and answers 405 to methods that the contract lacks.
  const refused = Object.keys(endpoints).map((name) => name.replace(/^\w+/, 'ALL'))
  const former = Object.values(formerPaths).map((path) => `POST /api/${path}`)
  const known = new Set([...Object.keys(endpoints), ...refused, ...former, 'ALL /api/*'])
  const served = app.routes.map(({ method, path }) => `${method} ${path}`).filter((name) => name.includes(' /api'))
  expect(served.filter((name) => !known.has(name))).toEqual([])
})

/** Returns the endpoints, without the public ones, that do not refuse the session with `second-factor-needed`. */
async function reached(of: typeof app, cookie: string): Promise<string[]> {
  const answers = await Promise.all(
    all.map(async ([name, { by }]) => {
      const [method = '', path = ''] = name.split(' ')
      if (by === 'anyone') return undefined
      const response = await of.request(path.replace(/:\w+/g, 'a'), { method, headers: { cookie } })
      const { code } = (await response.json()) as { code?: string }
      return code === 'second-factor-needed' ? undefined : name
    }),
  )
  return answers.filter((name) => name !== undefined)
}

test('SAFE-9: a session whose second factor is still to be entered reaches only the endpoints to enter it, whatever SECOND_FACTOR is', async () => {
  const { id } = await objects.person('owner')
  await objects.setSecondFactor(id)
  const cookie = await cookieOf({ id, role: 'owner' })
  for (const each of [app, strictApp]) {
    expect(await reached(each, cookie)).toEqual([
      'POST /api/session/passkey-challenge',
      'POST /api/session/second-step',
    ])
    expect((await each.request('/api/stream?topics=desk', { headers: { cookie } })).status).toBe(401)
    expect(await (await each.request('/api/session', { headers: { cookie } })).json()).toMatchObject({ user: null })
  }
})

test.each(['owner', 'cashier'] as const)(
  'SAFE-9: with SECOND_FACTOR=on, a signed-in %s whose account has no second factor reaches only the endpoints that add one',
  async (role) => {
    const cookie = await cookieOf(await objects.person(role))
    expect(await reached(strictApp, cookie)).toEqual([
      'GET /api/account/second-factor',
      'POST /api/account/second-factor/app',
      'POST /api/account/second-factor/app-confirmation',
      'POST /api/account/second-factor/passkey-challenge',
      'POST /api/account/second-factor/passkeys',
    ])
    expect((await strictApp.request('/api/stream?topics=desk', { headers: { cookie } })).status).toBe(401)
    expect((await app.request('/api/desk/orders', { headers: { cookie } })).status).toBe(200)
    expect((await strictApp.request('/api/session', { method: 'DELETE', headers: { cookie } })).status).toBe(200)
    expect((await app.request('/api/desk/orders', { headers: { cookie } })).status).toBe(401)
  },
)

test('a request with the open session of an account that lost its role returns 403', async () => {
  const cashier = await objects.person('cashier')
  const cookie = await cookieOf(cashier)
  const open = async () => (await app.request('/api/desk/orders', { headers: { cookie } })).status
  expect(await open()).toBe(200)
  await objects.setRole(cashier.id, 'customer')
  expect(await open()).toBe(403)
})
