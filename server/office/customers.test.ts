import { expect, test } from 'vitest'
import type { CustomerNotes, FoundCustomers } from '#contract/books/customers.ts'
import type { AccountExport } from '#contract/ratings.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { cashier, owner, kitchen, call } = restaurant

const find = async (query: Record<string, string> = {}) =>
  (await call<FoundCustomers>(owner, 'GET', `/api/office/customers?${new URLSearchParams(query)}`)).body
const notesPath = (id: string) => `/api/office/customers/${id}/notes`

test('BOOKS-6: customers are found by name and phone, with their orders, their spending and the last order', async () => {
  const ada = await restaurant.customer({ username: 'Ada Òbí', phone: '+2348035550111' })
  const ben = await restaurant.customer({ username: 'Ben Eze', phone: '+2348035550222' })
  const first = await restaurant.paidOrder(ada, 4000)
  const gone = await restaurant.paidOrder(ada, 3000)
  await restaurant.act(cashier, gone.orderId, 'cancel', { reason: 'No gas' })
  // A refund owed does not count as spent, even before it is paid.
  expect((await find({ q: 'ada' })).customers).toMatchObject([{ orders: 2, spent: first.totalAmount }])
  await restaurant.act(cashier, gone.orderId, 'refund', { method: 'cash', amount: 3000 })
  for (const q of ['ada', 'Obi', 'ob ad', '0803 555 0111', '+2348035550111']) {
    expect((await find({ q })).customers, q).toMatchObject([
      { id: ada.id, phone: '+2348035550111', orders: 2, spent: first.totalAmount, isGuest: false },
    ])
  }
  // PEOPLE-1: a search finds a phone in any usual notation. One of two typed phones has to match.
  for (const q of ['2348035550111', '+234 (0) 803 555 0111', '8035550111', '0803 555 0111/0803 555 0999']) {
    expect(
      (await find({ q })).customers.map(({ id }) => id),
      q,
    ).toEqual([ada.id])
  }
  const { customers } = await find()
  expect(customers.map(({ id }) => id)).toEqual([ben.id, ada.id])
  expect(customers[0]).toMatchObject({ orders: 0, spent: 0, lastOrderAt: null })
  // Staff are not customers.
  expect((await find({ q: 'owner' })).customers).toEqual([])
})

test('PEOPLE-3: a search without accents and apostrophes, with or without dashes, finds a customer', async () => {
  const { id } = await restaurant.customer({ username: 'Ɗanjuma Sa’ad Abdul-Rahman' })
  for (const q of ['danjuma', 'Ɗanjuma', 'saad', "sa'ad", 'abdul rahman', 'abdul-rahman', 'abdulrahman']) {
    expect((await find({ q })).customers, q).toMatchObject([{ id }])
  }
})

test('BOOKS-6: a guest is listed with the typed name', async () => {
  const { id } = await restaurant.customer({ username: 'guest 5f9dfbab' })
  const guest = "phone = null, guest_phone = '+2348035550333', guest_until = now() + interval '7 days'"
  await database.pool.query(`update users set name = 'Tunde O.', ${guest} where id = $1`, [id])
  expect((await find()).customers[0]).toMatchObject({ id, isGuest: true, name: 'Tunde O.' })
})

test('BOOKS-6: pages of customers have neither gaps nor duplicates', async () => {
  await database.pool.query(`insert into users (id, name, email, username, created_at)
    select 'page-' || n, 'Page', 'page-' || n || '@test.example', 'Page ' || n, '2026-01-05' from generate_series(1, 70) n`)
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await find({ q: 'page', ...(after && { after }) })
    seen.push(...page.customers.map(({ id }) => id))
    after = page.next
  }
  expect(new Set(seen).size).toBe(70)
  expect(seen).toHaveLength(70)
})

test('BOOKS-6: only the till reads a note about a customer; the note is in the customer’s export and deleted with the account', async () => {
  const eno = await restaurant.customer()
  const { body } = await call<CustomerNotes>(cashier, 'POST', notesPath(eno.id), { note: 'Gate code 4412' })
  expect(body.notes).toMatchObject([{ note: 'Gate code 4412', by: cashier.username }])
  expect((await call<CustomerNotes>(owner, 'GET', notesPath(eno.id))).body.notes).toHaveLength(1)
  expect((await call(kitchen, 'GET', notesPath(eno.id))).status).toBe(403)
  expect((await call(cashier, 'POST', notesPath(owner.id), { note: 'x' })).status).toBe(404)
  expect((await call(cashier, 'POST', notesPath(eno.id), { note: '' })).status).toBe(422)
  const other = await call<CustomerNotes>(cashier, 'POST', notesPath(eno.id), { note: 'No crayfish' })
  const removed = await call<CustomerNotes>(owner, 'DELETE', `${notesPath(eno.id)}/${other.body.notes[0]?.id}`)
  expect(removed.body.notes.map(({ note }) => note)).toEqual(['Gate code 4412'])
  const kept = await call<AccountExport>(owner, 'GET', `/api/office/customers/${eno.id}/export`)
  expect(kept.body).toMatchObject({ account: { id: eno.id }, notes: [{ note: 'Gate code 4412' }] })

  expect((await restaurant.send(owner, 'POST', `/api/office/customers/${eno.id}/erasure`)).status).toBe(204)
  expect((await database.pool.query('select from customer_notes where customer_id = $1', [eno.id])).rowCount).toBe(0)
  const entries = await restaurant.auditEntries(`account:${eno.id}`)
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['customer.add-note', cashier.id],
    ['customer.add-note', cashier.id],
    ['customer.remove-note', owner.id],
    ['account.export', owner.id],
    ['account.delete', owner.id],
  ])
  expect(JSON.stringify(entries)).not.toContain('4412')
})

test('BOOKS-6: a customer has at most twenty notes, even if they are added concurrently', async () => {
  const eno = await restaurant.customer()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      call(index % 2 ? owner : cashier, 'POST', notesPath(eno.id), { note: `Gate code ${index}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
})

test('BOOKS-6: adding a note about a customer who is erased concurrently returns 404', async () => {
  const eno = await restaurant.customer()
  const answer = await restaurant.whileDeleted(eno, () => call(cashier, 'POST', notesPath(eno.id), { note: 'Gate' }))
  expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no such customer.' } })
})

test('BOOKS-6: a customer with an open order is not erased', async () => {
  const ada = await restaurant.customer()
  await restaurant.order(ada)
  const { status, body } = await call(owner, 'POST', `/api/office/customers/${ada.id}/erasure`)
  expect(status).toBe(409)
  expect(body.detail).toContain('An order of theirs is under way')
  // An account of staff cannot be erased.
  expect((await call(owner, 'POST', `/api/office/customers/${cashier.id}/erasure`)).status).toBe(404)
})
