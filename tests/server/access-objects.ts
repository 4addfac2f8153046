import { createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as Cart from '#contract/order/quotes.ts'
import type { NewPrinter } from '#contract/printers.ts'
import type { User } from '#contract/session.ts'
import * as Money from '#domain/money/money.ts'
import * as Quote from '#domain/order/quote.ts'
import { quarterOf } from '#domain/restaurant/capacity.ts'
import { dateOf, minute } from '#domain/restaurant/lagos.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { insertAccount } from '#server/auth/accounts.ts'
import type { Auth } from '#server/auth/auth.ts'
import { privateLink } from '#server/auth/device.ts'
import { recordMovements } from '#server/books/movements.ts'
import type { Database } from '#server/db/database.ts'
import { items, kitchenLoad, orders, printers, quotes, sessions, users, verifications } from '#server/db/schema.ts'
import { publishedMenu } from '#server/menu-versions/versions.ts'
import { holdQuote } from '#server/quotes/quotes.ts'

/** `caller` is the user of a request, undefined without a session. `own` is true if the object is the caller's. */
export type Cell = { readonly caller: User | undefined; readonly own: boolean }

export type RequestParts = {
  readonly id?: string
  readonly session?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const password = 'a pot of pepper soup'
/** What an owner without a second factor enters again for a risky change: only the password. */
const proof = { password }
const paystackKey = 'sk_test_of_nobody'

/**
 * Makes the request for each route with parameters or a body. Its object is the caller's own or another user's, in a
 * state in which a permitted caller succeeds. Inserts rows directly, because the table has hundreds of cells.
 */
export async function openObjects({ database, auth }: { database: Database; auth: Auth }) {
  const { orm } = database
  let made = 0
  const hash = await auth.hashPassword(password)
  const code = 'ACDEFGHJK'
  const codeHash = await auth.hashPassword(code)
  const dish = await plainDish()
  const terms = await anyTerms()

  async function person(role: Role): Promise<User> {
    made += 1
    const number = String(made).padStart(7, '0')
    const profile = { username: `${role} ${number}`, phone: `+234803${number}`, address: '1 Road', location: 'ikoyi' }
    return database.transaction((tx) => insertAccount(tx, auth.emailHost, { role, ...profile }, hash))
  }

  const printerFields = {
    name: 'Grill',
    make: 'star',
    kinds: ['kitchen'],
    categories: null,
    copies: 1,
    cuts: true,
    buzzes: true,
    paperWidth: 80,
  } satisfies NewPrinter

  /** Returns the id of a new printer, which is also the printer's code. */
  async function printer(): Promise<string> {
    const id = randomUUID()
    await orm.insert(printers).values({ ...printerFields, id, code: id })
    return id
  }

  const ownerOf = async ({ caller, own }: Cell, otherwise: Role = 'customer') =>
    own && caller ? caller : person(otherwise)

  async function plainDish(): Promise<string> {
    const rows = await orm.select().from(items).where(eq(items.categoryId, 'softdrinks'))
    const row = rows.find(({ available, document }) => available && document.groups.length === 0)
    if (!row) throw new Error('No soft drink is available without a choice.')
    return row.id
  }

  function cart(): Cart.QuoteRequestBody {
    return { items: [{ itemId: dish, selection: {}, quantity: 1 }] }
  }

  async function anyTerms(): Promise<Quote.QuoteTerms> {
    const { quote } = await holdQuote(database, await person('customer'), Cart.quoteRequest.parse(cart()))
    const [row] = await orm.select().from(quotes).where(eq(quotes.id, quote.id))
    if (!row) throw new Error('The quote is gone.')
    return row.terms
  }

  async function quote(owner: { customerId: string } | { channel: 'walk-in'; enteredBy: string }): Promise<string> {
    const id = Quote.orderId(randomBytes(32))
    const expiresAt = new Date(Date.now() + 3_600_000)
    await orm.insert(quotes).values({ id, ...owner, requestKey: id, terms, expiresAt })
    return id
  }

  type State = Partial<typeof orders.$inferInsert>

  async function order(cell: Cell, state: State = {}): Promise<{ id: string }> {
    const customer = await ownerOf(cell)
    const id = await quote({ customerId: customer.id })
    const received = state.payment === 'found' ? { received: terms.totalAmount } : {}
    await orm
      .insert(orders)
      .values({ ...terms, orderId: id, customerId: customer.id, readyBy: new Date(), ...received, ...state })
    return { id }
  }

  async function counterQuote(cell: Cell): Promise<string> {
    const atTill = cell.caller !== undefined && isOneOf(cell.caller.role, policy.till)
    const { id: enteredBy } = cell.own && atTill ? cell.caller : await person('cashier')
    return quote({ channel: 'walk-in', enteredBy })
  }

  async function becomeGuest({ id, phone }: User): Promise<void> {
    const guestUntil = new Date(Date.now() + 3_600_000)
    await orm.update(users).set({ phone: null, guestPhone: phone, guestUntil }).where(eq(users.id, id))
  }

  const noPhoto = 'b'.repeat(64)
  const paid = { payment: 'found' } as const
  const firstLine = { line: 0, version: 1 }
  const [line] = terms.items
  if (!line) throw new Error('The terms have no line.')
  /** Two lines of one portion, the first sold out. */
  const soldOut = {
    ...paid,
    items: [{ ...line, soldOutAt: new Date().toISOString() }, line],
    subtotal: Money.naira(2 * line.itemTotal),
    totalAmount: Money.naira(2 * line.itemTotal),
    received: Money.naira(2 * line.itemTotal),
  }
  const slotIn = (hours: number) => new Date(quarterOf(Date.now()) + hours * 60 * minute)
  const forLater = () => ({
    slot: slotIn(24),
    due: slotIn(24),
    readyBy: slotIn(24),
    startAt: slotIn(23),
    stockDay: dateOf(slotIn(23).getTime()),
    waits: true,
  })
  // A time in the future, because a recall is allowed for a minute only and the machine may be slow.
  const ready = { ...paid, status: 'ready', readyAt: new Date(Date.now() + 3_600_000) } as const

  async function delivery(
    cell: Cell,
    deliveryStatus: 'unassigned' | 'assigned' | 'out-for-delivery',
  ): Promise<{ id: string; riderId: string }> {
    const {
      id: riderId,
      username,
      phone,
    } = cell.own && cell.caller?.role === 'rider' ? cell.caller : await person('rider')
    const { id } = await order(cell, {
      ...ready,
      deliveryMethod: 'delivery',
      deliveryAddress: '1 Road',
      deliveryCode: '0000',
      deliveryStatus,
      ...(deliveryStatus !== 'unassigned' && { assignedRider: { id: riderId, name: username, phone } }),
    })
    return { id, riderId }
  }

  async function member(cell: Cell): Promise<{ id: string }> {
    const { id } = await ownerOf(cell, 'kitchen')
    return { id }
  }

  const aCustomer = async (): Promise<RequestParts> => ({ id: (await person('customer')).id })

  const requests: Readonly<Record<string, (cell: Cell) => Promise<RequestParts>>> = {
    'GET /api/menu/:category': async () => ({ id: 'grills' }),
    'PATCH /api/menu-items/:id': async () => ({ id: dish, body: { isAvailable: true } }),
    'PATCH /api/menu-items/:id (price)': async () => ({ id: dish, body: { price: 1234 } }),
    'POST /api/customers': async () => {
      const number = `${randomUUID().replace(/\D/g, '')}0000000`.slice(0, 7)
      const username = `new ${randomUUID().slice(0, 13)}`
      return { body: { username, password, phone: `0901${number}`, location: 'ikoyi', address: '1 Road' } }
    },
    'POST /api/session': async (cell) => ({ body: { identifier: (await ownerOf(cell)).username, password } }),
    'PATCH /api/account': async () => ({ body: { address: '2 Road' } }),
    'POST /api/session/second-step': async () => ({ body: { code: '000000' } }),
    'POST /api/account/second-factor/app': async () => ({ body: { password } }),
    'POST /api/account/second-factor/app-confirmation': async () => ({ body: { code: '000000' } }),
    'POST /api/account/second-factor/passkey-challenge': async () => ({ body: { password } }),
    'POST /api/account/second-factor/passkeys': async () => ({ body: { passkey: {} } }),
    'POST /api/account/second-factor/recovery-codes': async () => ({ body: { password } }),
    'POST /api/account/second-factor/removal': async () => ({ body: { password } }),
    'POST /api/account/password': async () => ({ body: { current: password, password: 'another pot of soup' } }),
    'POST /api/account/deletion': async () => ({ body: { password } }),
    'POST /api/password-reset': async (cell) => {
      const { id, username: identifier } = await ownerOf(cell)
      const expiresAt = new Date(Date.now() + 60_000)
      const stored = { id: randomUUID(), identifier: `password-reset:${id}`, value: codeHash, expiresAt }
      await orm.insert(verifications).values(stored)
      return { body: { identifier, code, password: 'another pot of soup' } }
    },
    'POST /api/guests': async () => ({ body: { name: 'Ada Obi', phone: '0803 000 0000' } }),
    'POST /api/guest-sessions': async (cell) => {
      const owner = await ownerOf(cell)
      // A private link belongs to a guest, and only customers become guests. Other roles get a link all the same.
      if (isOneOf(owner.role, policy.customers)) await becomeGuest(owner)
      const token = randomUUID()
      const link = { id: token, userId: owner.id, token, userAgent: privateLink }
      await orm.insert(sessions).values({ ...link, expiresAt: new Date(Date.now() + 60_000) })
      return { body: { code: token } }
    },
    'POST /api/guest-links': async (cell) => {
      if (cell.own && cell.caller?.role === 'customer') await becomeGuest(cell.caller)
      return {}
    },
    'POST /api/guest-account': async (cell) => {
      if (cell.own && cell.caller?.role === 'customer') await becomeGuest(cell.caller)
      return { body: { password } }
    },
    'POST /api/quotes': async () => ({ body: cart() }),
    'GET /api/quotes/:id': async (cell) => ({ id: await quote({ customerId: (await ownerOf(cell)).id }) }),
    'POST /api/orders': async (cell) => ({ body: { quoteId: await quote({ customerId: (await ownerOf(cell)).id }) } }),
    'POST /api/order-links': async (cell) => {
      const linkCode = Quote.orderId(randomBytes(32))
      const another = cell.own ? {} : { customerId: (await person('customer')).id }
      const enteredBy = (await person('cashier')).id
      await order(cell, { customerId: null, channel: 'phone', enteredBy, linkCode, ...another })
      return { body: { code: linkCode } }
    },
    'GET /api/orders/:id': order,
    'POST /api/orders/:id/address-request': (cell) => order(cell),
    'POST /api/orders/:id/start': (cell) => order(cell, paid),
    'POST /api/orders/:id/acknowledge-start': (cell) => order(cell, { status: 'preparing' }),
    'POST /api/orders/:id/undo-start': (cell) => order(cell, { ...paid, status: 'preparing' }),
    'POST /api/orders/:id/start-unpaid': async (cell) => ({
      ...(await order(cell)),
      body: { reason: 'The manager said so' },
    }),
    'POST /api/orders/:id/start-for-cash': async (cell) => {
      await orm.update(kitchenLoad).set({ cashAtDoorUpTo: terms.totalAmount })
      const home = { deliveryMethod: 'delivery', deliveryAddress: '1 Road', deliveryCode: '0000' } as const
      return { ...(await order(cell, { ...home, deliveryStatus: 'unassigned' })), body: { amount: terms.totalAmount } }
    },
    'POST /api/orders/:id/mark-ready': (cell) => order(cell, { ...paid, status: 'preparing' }),
    'POST /api/orders/:id/recall': (cell) => order(cell, ready),
    'POST /api/orders/:id/complete': (cell) => order(cell, ready),
    'POST /api/orders/:id/undo-completion': (cell) =>
      order(cell, { ...ready, status: 'completed', finishedAt: new Date() }),
    'POST /api/orders/:id/cancel': async (cell) => ({ ...(await order(cell)), body: { reason: 'No gas' } }),
    'POST /api/orders/:id/mark-sold-out': async (cell) => ({ ...(await order(cell, paid)), body: firstLine }),
    'POST /api/orders/:id/unmark-sold-out': async (cell) => ({ ...(await order(cell, soldOut)), body: firstLine }),
    'POST /api/orders/:id/remove-sold-out': async (cell) => ({ ...(await order(cell, soldOut)), body: firstLine }),
    'POST /api/orders/:id/choose-substitution': async (cell) => ({
      ...(await order(cell, soldOut)),
      body: { ...firstLine, answer: 'remove' },
    }),
    'GET /api/orders/:id/receipt': order,
    'PUT /api/orders/:id/rating': async (cell) => ({
      ...(await order(cell, { ...paid, status: 'completed' })),
      body: { stars: 5 },
    }),
    'POST /api/orders/:id/acknowledge': (cell) => order(cell),
    'POST /api/orders/:id/print-ticket': async (cell) => ({
      ...(await order(cell, paid)),
      body: { kind: 'kitchen', press: randomUUID() },
    }),
    'POST /api/desk/quotes': async () => ({
      body: { ...cart(), channel: 'walk-in', customerName: `Guest ${randomUUID().slice(0, 8)}` },
    }),
    'POST /api/desk/orders': async (cell) => ({
      body: { quoteId: await counterQuote(cell), payment: { method: 'cash', amount: terms.totalAmount } },
    }),
    'POST /api/desk/till': async () => ({ body: { kind: 'cash-in', amount: 500, note: 'Float', key: randomUUID() } }),
    'POST /api/orders/:id/till-payment': async (cell) => ({
      ...(await order(cell)),
      body: { method: 'cash', amount: terms.totalAmount, received: 0 },
    }),
    'POST /api/orders/:id/confirm-payment': async (cell) => ({
      ...(await order(cell)),
      body: { accountId: 'demo-bank', amount: terms.totalAmount, sender: 'ADA OBI', sessionId: randomUUID() },
    }),
    'POST /api/orders/:id/undo-confirmation': async (cell) => {
      const { id } = await order(cell, { payment: 'found', received: Money.zero })
      const { id: recordedBy } = await person('cashier')
      const payment = { kind: 'received', place: 'account:demo-bank', method: 'transfer', recordedBy } as const
      await database.transaction((tx) =>
        recordMovements(tx, { ...payment, orderId: id, amount: terms.totalAmount, reference: id }),
      )
      return { id, body: { received: terms.totalAmount } }
    },
    'POST /api/orders/:id/report-missing': (cell) => order(cell),
    'POST /api/orders/:id/accept-late': (cell) => order(cell, { payment: 'late', received: terms.totalAmount }),
    'POST /api/orders/:id/claim-again': (cell) => order(cell, { payment: 'not-found' }),
    'POST /api/orders/:id/refund': async (cell) => ({
      ...(await order(cell, { ...paid, status: 'cancelled', cancelReason: 'No gas', cancelledBy: 'restaurant' })),
      body: { method: 'cash', amount: terms.totalAmount },
    }),
    'POST /api/desk/statements': async () => ({}),
    'POST /api/office/table-files': async () => ({}),
    'POST /api/desk/statement-matches': async () => ({
      body: { transfers: [{ line: 1, narration: 'GAS', amount: 1, sender: 'ADA', sessionId: randomUUID() }] },
    }),
    'POST /api/office/printers': async () => {
      await orm.delete(printers)
      return { body: printerFields }
    },
    'PATCH /api/office/printers/:id': async () => ({ id: await printer(), body: { name: 'Bar' } }),
    'DELETE /api/office/printers/:id': async () => ({ id: await printer() }),
    'POST /api/office/printers/:id/code': async () => ({ id: await printer() }),
    'POST /api/office/printers/:id/test': async () => ({ id: await printer() }),
    'POST /api/star/:code': async () => ({ id: await printer(), body: { statusCode: '200%20OK' } }),
    'GET /api/star/:code': async () => ({ id: await printer() }),
    'DELETE /api/star/:code': async () => ({ id: await printer() }),
    'POST /api/epson/:code': async () => ({ id: await printer() }),
    'POST /api/payments/paystack-events': async () => {
      const body = { event: 'transfer.success', data: {} }
      const signature = createHmac('sha512', paystackKey).update(JSON.stringify(body)).digest('hex')
      return { body, headers: { 'x-paystack-signature': signature } }
    },
    'POST /api/push-subscriptions': async () => {
      const p256dh = createECDH('prime256v1').generateKeys('base64url')
      const keys = { p256dh, auth: 'a'.repeat(22) }
      return { body: { endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`, keys } }
    },
    'POST /api/push-tests': async () => ({ body: { endpoint: 'https://fcm.googleapis.com/fcm/send/of-nobody' } }),
    'POST /api/orders/:id/assign-rider': async (cell) => {
      const { id, riderId } = await delivery(cell, 'unassigned')
      return { id, body: { riderId } }
    },
    'POST /api/orders/:id/change-rider': async (cell) => {
      const { id, riderId } = await delivery(cell, 'assigned')
      return { id, body: { riderId: (await person('rider')).id, from: riderId } }
    },
    'POST /api/orders/:id/unassign-rider': async (cell) => {
      const { id, riderId } = await delivery(cell, 'assigned')
      return { id, body: { from: riderId } }
    },
    'POST /api/orders/:id/pick-up': async (cell) => ({ ...(await delivery(cell, 'assigned')), body: {} }),
    'POST /api/orders/:id/deliver': async (cell) => ({
      ...(await delivery(cell, 'out-for-delivery')),
      body: { code: '0000' },
    }),
    'POST /api/orders/:id/fail-delivery': async (cell) => ({
      ...(await delivery(cell, 'out-for-delivery')),
      body: { reason: 'Nobody is there' },
    }),
    'GET /api/orders/:id/conversation': order,
    'POST /api/messages/whatsapp-events': async () => ({ body: {} }),
    'POST /api/messages/termii-events': async () => ({ body: {} }),
    'GET /api/desk/orders/:id/messages': (cell) => order(cell),
    'PUT /api/desk/orders/:id/messages/seen': (cell) => order(cell),
    'PATCH /api/office/channels': async () => ({ body: { sms: { sender: 'Grill' } } }),
    'POST /api/office/message-tests': async () => ({ body: { channel: 'sms', phone: '0803 000 0000' } }),
    'POST /api/slots': async () => ({ body: { items: cart().items } }),
    'POST /api/desk/slots': async () => ({ body: { items: cart().items } }),
    'GET /api/orders/:id/slots': async (cell) => order(cell, forLater()),
    'POST /api/orders/:id/change-slot': async (cell) => ({
      ...(await order(cell, forLater())),
      body: { slot: slotIn(26).toISOString() },
    }),
    'PUT /api/desk/quarters': async () => ({ body: { at: slotIn(1).toISOString(), isClosed: true } }),
    'PUT /api/desk/preparations': async () => ({
      body: { itemId: dish, due: slotIn(1).toISOString(), count: 1 },
    }),
    'PATCH /api/kitchen-load': async () => ({ body: { rushMinutes: 0 } }),
    'POST /api/office/staff': async () => ({
      body: { username: `hand ${randomUUID().slice(0, 13)}`, role: 'kitchen', password },
    }),
    'PATCH /api/office/staff/:id': async (cell) => ({ ...(await member(cell)), body: { role: 'cashier', proof } }),
    'POST /api/office/staff/:id/password': async (cell) => ({ ...(await member(cell)), body: { password, proof } }),
    'DELETE /api/office/staff/:id/second-factor': async (cell) => ({ ...(await member(cell)), body: { proof } }),
    'DELETE /api/office/staff/:id/sessions': member,
    'DELETE /api/office/staff/:id/sessions/:session': async (cell) => {
      const { id } = await member(cell)
      await database.transaction((tx) => auth.openSession(tx, { id, role: 'kitchen' }))
      const [open] = await orm.select().from(sessions).where(eq(sessions.userId, id))
      return { id, session: open?.id ?? '' }
    },
    'PUT /api/office/menu': async () => {
      const { version, categories } = await publishedMenu(database)
      return { body: { basedOn: version, categories } }
    },
    'GET /api/office/menu-versions/:id': async () => ({
      id: String((await publishedMenu(database)).version),
    }),
    'PUT /api/office/menu-draft': async () => ({
      body: { basedOn: 1, revision: 0, categories: [] },
    }),
    'POST /api/office/menu-checks': async () => {
      const { categories } = await publishedMenu(database)
      return { body: { categories } }
    },
    'POST /api/office/photos': async () => ({ body: {} }),
    'GET /api/office/orders/:id': (cell) => order(cell),
    'GET /api/office/customers/:id/notes': () => aCustomer(),
    'POST /api/office/customers/:id/notes': async () => ({ ...(await aCustomer()), body: { note: 'Gate code 4412' } }),
    'DELETE /api/office/customers/:id/notes/1': () => aCustomer(),
    'GET /api/office/customers/:id/export': () => aCustomer(),
    'POST /api/office/customers/:id/erasure': () => aCustomer(),
    'GET /api/office/photos/:id': async () => ({ id: noPhoto }),
    'POST /api/office/photo-pictures': async () => ({ body: { photo: noPhoto } }),
    'PUT /api/office/open-day/count': async () => ({ body: { place: 'till', counted: 100 } }),
    'PUT /api/office/open-day/statement': async () => ({ body: { place: 'account:nobodys', lines: [] } }),
    'POST /api/office/open-day/corrections': async () => ({
      body: { place: 'till', amount: -100, reason: 'Counted twice' },
    }),
    // The open day begins at another time, so signing it returns 409.
    'POST /api/office/days': async () => ({
      body: { from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z', seen: [], reasons: {} },
    }),
    'GET /api/office/days/:id': async () => ({ id: '999999' }),
    'GET /api/office/days/:id/sheet': async () => ({ id: '999999' }),
    'PATCH /api/office/settings': async () => ({ body: { tagline: 'The fire never sleeps.' } }),
    // Changing the bank accounts requires a second factor.
    'POST /api/office/account-changes': async () => ({
      body: {
        accounts: [{ bank: 'Demo Bank', number: '0000000099', name: 'Ina Grill' }],
        delayHours: 12,
        password,
        proof: { code: '000000' },
      },
    }),
    'DELETE /api/office/account-changes/:id': async () => ({ id: randomUUID() }),
    'POST /api/office/reset-codes': async () => ({ body: { identifier: (await person('customer')).username } }),
  }

  return {
    person,
    /** Returns what the request of a row needs: nothing for a route without parameters and body. */
    request: (row: string, cell: Cell): Promise<RequestParts> => requests[row]?.(cell) ?? Promise.resolve({}),
    rows: Object.keys(requests),
    /** Returns true if the request of a row differs between the caller's own object and another user's. */
    hasOwner: (row: string) => requests[row]?.length === 1,
    setSecondFactor: (id: string) => orm.update(users).set({ secondFactorSince: new Date() }).where(eq(users.id, id)),
    setRole: (id: string, role: Role) => orm.update(users).set({ role }).where(eq(users.id, id)),
  }
}
