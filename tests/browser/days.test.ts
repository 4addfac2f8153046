import type { Page } from '@playwright/test'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { check, phone } from './accessible.ts'
import { codeOf, coke, sessionId, signedIn } from './order-desk.ts'
import { visit } from './ordering.ts'
import { expect, type Restaurant, signInStaff, testWith } from './restaurant.ts'

// These tests sign days, and need a restaurant without earlier orders.
const test = testWith({})

test('OWNER-6: the owner’s overview shows sales, open tasks, signed-in staff and the server’s state, on a phone as well', async ({
  page,
  restaurant,
}) => {
  await signInStaff(page.request, restaurant, 'desk')
  await page.setViewportSize(phone)
  await visit(page, '/office')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(part('Sales')).toContainText('Today so far')
  await expect(part('Sales')).toContainText('No orders')
  await expect(part('Needs attention')).toContainText('Refunds owed: none')
  await expect(part('Signed in').getByRole('listitem')).toContainText('desk')
  await expect(part('Server')).toContainText('No backup yet')
  await expect(part('Before your first order')).toHaveCount(0)
  await check(page)

  // Change the answer: more late orders than the list shows, and a session that was last used on another day.
  await page.route('/api/office/overview', async (route) => {
    const response = await route.fetch()
    const orders = Array.from({ length: 10 }, (_, at) => ({ id: `ORDER000${at}`, readyBy: '2026-01-01T10:00:00.000Z' }))
    const facts = await response.json()
    const signedIn = [{ ...facts.signedIn[0], seenAt: '2026-01-01T10:00:00.000Z' }]
    await route.fulfill({ response, json: { ...facts, signedIn, late: { count: 12, orders } } })
  })
  await page.reload()
  await expect(part('Needs attention')).toContainText('and 9 more')
  await expect(part('Signed in').getByRole('listitem')).toContainText('last seen on 1 Jan')
  await page.unroute('/api/office/overview')

  // A dish that the owner puts back leaves the list immediately.
  const off = part('Sold out').getByRole('listitem').first()
  await expect(off).toContainText('AbachaUntil you switch it on')
  await off.getByRole('button', { name: /^Put back.*Abacha$/ }).click()
  await expect(page.getByText('Abacha is on the menu again.')).toBeVisible()
  await expect(off).not.toContainText('Abacha')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Staff' }).click()
  await expect(page.getByRole('article', { name: 'desk', exact: true })).toBeVisible()
})

/** Places a counter order, paid in cash or by a transfer with this session id. */
async function paidOrder(page: Page, session?: string): Promise<CounterPlaced> {
  async function post<Body>(path: string, data: object): Promise<Body> {
    const answer = await page.request.post(path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const asked = { items: [coke], channel: 'walk-in', customerName: 'Ada' }
  const { id: quoteId, totalAmount: total } = await post<Quote>('/api/desk/quotes', asked)
  const payment = session ? { method: 'transfer' } : { method: 'cash', amount: total }
  const order = await post<CounterPlaced>('/api/desk/orders', { quoteId, payment })
  if (session) {
    const { accounts } = await (await page.request.get('/api/desk/accounts')).json()
    const found = { accountId: accounts[0].id, amount: total, sender: 'ADA OBI', sessionId: session }
    await post(`/api/orders/${order.orderId}/confirm-payment`, found)
  }
  return order
}

const naira = (amount: number) => `₦${amount.toLocaleString('en')}`

test('BOOKS-2: an owner closes a day on a phone: counts, imports a statement, explains the difference, and signs', async ({
  page,
  restaurant,
}) => {
  test.slow()
  await signInStaff(page.request, restaurant, 'desk')
  const cash = await paidOrder(page)
  const [full, short] = [sessionId(), sessionId()]
  const paid = await paidOrder(page, full)
  const less = await paidOrder(page, short)
  await page.setViewportSize(phone)
  await visit(page, '/office/days')
  const place = (name: string | RegExp) => page.getByRole('listitem', { name })

  // The till holds ₦100 less than it should.
  await expect(place('Till')).toContainText(`should be ${naira(cash.totalAmount)}`)
  await expect(page.getByText('Count the till first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign the day' })).toBeDisabled()
  await place('Till').getByRole('button', { name: 'Count' }).click()
  await page.getByLabel('Counted: Till').fill(String(cash.totalAmount - 100))
  await place('Till').getByRole('button', { name: 'Save' }).click()
  await expect(place('Till')).toContainText('Cash short: − ₦100')
  // The form closes, and the focus returns to the till's heading.
  await expect(place('Till').getByRole('heading')).toBeFocused()

  // The statement has one transfer that is ₦50 short, and a charge that the restaurant has not recorded.
  const account = place(/0000044621/)
  const sheet = page.getByRole('dialog')
  const text = `Account Number,0000044621
Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks
20-Nov-2026,20-Nov-2026,'${full},,${paid.totalAmount}.00,0.00,IKOYI,NIP ${codeOf(paid)} FROM ADA OBI
20-Nov-2026,20-Nov-2026,'${short},,${less.totalAmount - 50}.00,0.00,IKOYI,NIP ${codeOf(less)} FROM ADA OBI
20-Nov-2026,20-Nov-2026,',26.88,,0.00,IKOYI,NIP CHARGE AND VAT`
  const choose = () =>
    sheet
      .getByLabel(/Choose the statement/)
      .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await place(/0000044638/)
    .getByRole('button', { name: 'Import statement' })
    .click()
  await choose()
  await expect(sheet.getByRole('alert')).toHaveText('This is the statement of 0000044621.')
  await expect(sheet.getByRole('button', { name: 'Use this statement' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await account.getByRole('button', { name: 'Import statement' }).click()
  await choose()
  await expect(sheet.getByRole('status')).toContainText('20 Nov 2026 · 3 rows')
  await check(page, { within: 'dialog' })
  await sheet.getByRole('button', { name: 'Use this statement' }).click()
  await expect(account).toContainText('Account short: − ₦76.88, all of it named')
  const differences = page.getByRole('region', { name: 'Differences' }).getByRole('listitem')
  const titled = (name: string) => differences.filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(titled('Short').getByRole('link', { name: codeOf(less) })).toHaveAttribute(
    'href',
    `/office/orders/${less.orderId}`,
  )
  await expect(titled('Charge of the bank')).toContainText('Nothing was recorded for it.')
  await check(page)

  // The rows explain the difference of the bank account. The difference of the till needs a typed reason.
  const sign = page.getByRole('button', { name: 'Sign the day' })
  await expect(sign).toBeDisabled()
  await page.getByLabel('Reason: Till').fill('A note was false')
  // Signing is final: the dialog repeats the span and the largest difference.
  await sign.click()
  await expect(page).toHaveURL(/\/office\/days$/)
  const question = page.getByRole('dialog', { name: 'Sign the day?' })
  await expect(question).toContainText(/From .+ until .+\. The largest differences: Till −\s₦100, .+ −\s₦76\.88\./)
  await check(page, { within: question })
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(sign).toBeFocused()
  await sign.click()
  await question.getByRole('button', { name: /^Sign until \d\d:\d\d$/ }).click()
  await expect(page).toHaveURL(/\/office\/days\/\d+$/)
  const day = page.getByRole('main')
  await expect(day).toContainText('Signed by Kemi')
  await expect(day.getByRole('list', { name: 'Places' })).toContainText('A note was false')
  const signed = day.getByRole('list', { name: 'Differences' })
  await expect(signed.locator(':scope > li')).toHaveCount(2)
  await expect(signed).toContainText('NIP CHARGE AND VAT')
  await check(page)
  // The account without a statement was not compared.
  await expect(day).toContainText(/Without a statement: .*0000044638/)
  const csv = await page.request.get(`${new URL(page.url()).pathname.replace('/office', '/api/office')}/sheet`)
  expect(await csv.text()).toContain('A note was false')

  await day.getByText('Correct a mistake').click()
  await day.getByLabel('Less').check()
  await day.getByLabel('By how much?').fill('50')
  await day.getByLabel('Reason').fill('Counted twice')
  await day.getByRole('button', { name: 'Correct' }).click()
  const amount = page.getByRole('dialog', { name: 'Check the amount' })
  await expect(amount).toContainText('Till: ₦50 less than was signed. Record it?')
  await amount.getByRole('button', { name: 'Record it' }).click()
  await expect(day.getByRole('status')).toHaveText('The open day has the correction.')

  // The signed day stays in the list, and the next day begins with the corrected count.
  await day.getByRole('link', { name: 'All days' }).click()
  await expect(page.getByRole('region', { name: 'Signed days' }).getByRole('link')).toContainText('signed by Kemi')
  await expect(place('Till')).toContainText(`should be ${naira(cash.totalAmount - 150)}`)
})

test('BOOKS-2: a cashier can count a day’s money but not sign the day', async ({ page, restaurant }) => {
  await signInStaff(page.request, restaurant, 'cashier')
  await page.setViewportSize(phone)
  await visit(page, '/office/days')
  const till = page.getByRole('listitem', { name: 'Till' })
  await till.getByRole('button', { name: /^Count/ }).click()
  await page.getByLabel('Counted: Till').fill('4321')
  await till.getByRole('button', { name: 'Save' }).click()
  await expect(till).toContainText('Counted by Ngozi')
  await expect(page.getByRole('button', { name: 'Sign the day' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Office' }).getByRole('link')).toHaveText(['Orders', 'Days'])
  await page.keyboard.press('Escape')
  await check(page)
  await expectCountForOwner(restaurant)
})

async function expectCountForOwner(restaurant: Restaurant): Promise<void> {
  const owner = await signedIn(restaurant, 'desk')
  const { places } = await (await owner.get('/api/office/open-day')).json()
  expect(places[0]).toMatchObject({ place: 'till', counted: 4321, countedBy: 'Ngozi' })
  await owner.dispose()
}
