import type { Locator } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import { check } from './accessible.ts'
import { card, clearBoard, codeOf, coke, csv, dropStatement, enterAs, panelOf, placeOrder, test } from './order-desk.ts'
import { expect, signUp } from './restaurant.ts'

/** Counts presses; choosing a file counts as one. */
function counter() {
  const count = { presses: 0 }
  return {
    count,
    async press(target: Locator) {
      count.presses += 1
      await target.click()
    },
    async chooseFile(field: Locator, text: string) {
      count.presses += 1
      await field.setInputFiles({ name: 'night.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    },
  }
}

test('DESK-2: three presses confirm 30 transfers from a statement, and each order shows its outcome', async ({
  page,
  restaurant,
  desk,
  database,
}) => {
  test.slow()
  await clearBoard(restaurant, desk)
  const orders: Order[] = []
  while (orders.length < 30) {
    await signUp(page)
    for (let of = 0; of < 2; of += 1) orders.push(await placeOrder(page))
  }
  const text = csv([
    ...orders.map((order) => ({ narration: `TRF ${codeOf(order)}`, amount: order.totalAmount })),
    { narration: 'rent', amount: 90000 },
  ])
  await enterAs(page, restaurant, 'cashier')
  const { count, press, chooseFile } = counter()
  await press(page.getByRole('button', { name: 'Match a statement' }))
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  await chooseFile(panel.getByLabel(/Import (another )?statement/), text)
  await expect(
    panel.getByText(/31 transfers came in: 30 for our orders, 0 confirmed now, 0 recorded before, 1 without/),
  ).toBeVisible()
  await expect(panel.getByLabel('Statement of')).toHaveValue('demo-bank')
  await press(panel.getByRole('button', { name: 'Confirm all 30 that match · ₦36,000' }))
  await expect(panel.getByText('Recorded. Paid.')).toHaveCount(30)
  expect(count.presses).toBe(3)
  await expect(panel.getByText(/0 for our orders, 30 confirmed now, 0 recorded before, 1 without/)).toBeVisible()
  await expect(panel.getByText('30 confirmed', { exact: true })).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'Confirmed' })).toContainText('30')
  await expect(panel.getByRole('listitem').filter({ hasText: 'Known before' })).toContainText('0')
  // Done replaces the pressed button, and Undo is elsewhere, so a second press at the same place undoes nothing.
  await expect(panel.getByRole('button', { name: 'Done' })).toBeVisible()
  await panel.getByText('No order: 1', { exact: true }).click()
  await expect(panel.getByText('Row 33 rent')).toBeVisible()
  const { rows } = await database.query(
    'SELECT order_id, sum(amount)::int AS amount FROM movements WHERE order_id IS NOT NULL GROUP BY order_id',
  )
  const received = new Map(rows.map(({ order_id, amount }) => [order_id, amount]))
  for (const { orderId: id, totalAmount: total } of orders) expect(received.get(id)).toBe(total)
  await page.keyboard.press('Escape')
  for (const order of orders) await expect(card(page, order)).toContainText('Paid')
})

test('DESK-2: a matched transfer is confirmed by one press on the order’s card, an unmatched one by choosing its line', async ({
  page,
  restaurant,
}) => {
  await signUp(page)
  const [matched, unmatched] = [await placeOrder(page), await placeOrder(page, { items: [{ ...coke, quantity: 7 }] })]
  await enterAs(page, restaurant, 'cashier')
  const part = codeOf(unmatched).slice(0, 5)
  await dropStatement(
    page,
    csv([
      { narration: `NIP ${codeOf(matched)}`, amount: matched.totalAmount, sender: 'ADA OBI' },
      ...[3100, 4500, 9900, 8399].map((amount) => ({ narration: 'rent', amount })),
      { narration: `TRF/${part}`, amount: unmatched.totalAmount - 400, sender: 'KUNLE ADE' },
    ]),
  )
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  await expect(panel.getByText('Code and amount match.')).toBeVisible()
  await check(page, { within: 'dialog[open]' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await expect(card(page, matched)).toContainText('₦1,200 matched')
  await expect(await panelOf(page, matched)).toContainText(`The narration has ${codeOf(matched)}`)
  await page.keyboard.press('Escape')
  await card(page, matched).getByRole('button', { name: 'Confirm ₦1,200' }).click()
  await expect(card(page, matched)).toContainText('Paid')

  await card(page, unmatched).getByRole('button', { name: 'Confirm payment' }).click()
  const form = page.getByRole('dialog', { name: `Payment of ${codeOf(unmatched)}` })
  const lines = form.getByRole('group', { name: 'Lines of the statement, nearest first' })
  await expect(lines.getByRole('radio')).toHaveCount(4)
  await expect(lines.getByRole('radio').first()).toHaveAccessibleName(/₦8,000.*₦400 short/)
  await lines.getByRole('radio').first().check()
  await expect(form.getByLabel('Account that received it')).toHaveValue('demo-bank')
  await expect(form.getByLabel('Amount received')).toHaveValue('8000')
  await expect(form.getByLabel('Sender')).toHaveValue('KUNLE ADE')
  // All rows are visible without scrolling.
  expect(
    await form.evaluate((element) =>
      [...element.querySelectorAll('div')].every(
        (each) => each.scrollHeight <= each.clientHeight + 1 || getComputedStyle(each).overflowY !== 'auto',
      ),
    ),
  ).toBe(true)
  await check(page, { within: 'dialog[open]' })
  await form.getByRole('button', { name: 'Confirm payment' }).click()
  await expect(card(page, unmatched)).toContainText('Short by ₦400')
})

test('DESK-2 DESK-3: confirmations from a statement can be undone together, which frees their lines, and lines of other orders are listed last', async ({
  page,
  restaurant,
  desk,
}) => {
  await clearBoard(restaurant, desk)
  await signUp(page)
  const orders = [await placeOrder(page), await placeOrder(page)]
  await signUp(page)
  const other = await placeOrder(page)
  await enterAs(page, restaurant, 'cashier')
  await dropStatement(
    page,
    csv([
      ...orders.map((order) => ({ narration: `TRF ${codeOf(order)}`, amount: order.totalAmount })),
      { narration: 'rent', amount: 90000 },
    ]),
  )
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  await panel.getByRole('button', { name: 'Confirm all 2 that match' }).click()
  await panel.getByRole('button', { name: 'Undo all 2' }).click()
  await expect(panel.getByText(/2 for our orders, 0 confirmed now, 0 recorded before, 1 without/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Confirm all 2 that match' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  // A confirmation pressed on a card can be undone by the key U.
  const [matched] = orders as [Order]
  const press = card(page, matched).getByRole('button', { name: 'Confirm ₦1,200' })
  await press.click()
  await expect(card(page, matched)).toContainText('Paid')
  await page.getByRole('main').focus()
  await expect(async () => {
    await page.keyboard.press('u')
    await expect(press).toBeVisible({ timeout: 2000 })
  }).toPass()

  await card(page, other).getByRole('button', { name: 'Confirm payment' }).click()
  const form = page.getByRole('dialog', { name: `Payment of ${codeOf(other)}` })
  const lines = form.getByRole('group', { name: 'Lines of the statement, nearest first' }).getByRole('radio')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toHaveAccessibleName(/₦90,000/)
  const codes = orders.map(codeOf).join('|')
  for (const at of [1, 2]) await expect(lines.nth(at)).toHaveAccessibleName(new RegExp(`₦1,200.*For (${codes})`))
  await check(page, { within: 'dialog[open]' })
})

test('MONEY-2 MONEY-3: the desk shows whether a statement’s balances add up, and a row whose balance does not follow is confirmed by hand only', async ({
  page,
  restaurant,
  desk,
}) => {
  await clearBoard(restaurant, desk)
  await signUp(page)
  const [proven, doubtful] = [await placeOrder(page), await placeOrder(page)]
  await enterAs(page, restaurant, 'cashier')
  const rows = [
    ['ref-0000000001', `NIP ${codeOf(proven)}`, '', 1200, 11200],
    ['ref-0000000002', 'SMS ALERT FEE', 4, '', 11196],
    ['ref-0000000003', `NIP ${codeOf(doubtful)}`, '', 1200, 17396],
    ['ref-0000000004', 'GAS', 1000, '', 16396],
    ['', 'TOTAL', 1004, 2400, ''],
  ]
  const text = [
    'Account,0000044621',
    'Date,Reference,Narration,Debit,Credit,Balance',
    ...rows.map((cells) => ['21/11/2026', ...cells].join()),
  ].join('\n')
  await dropStatement(page, text)
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  const read = panel.getByRole('region', { name: 'What was read' })
  await expect(read).toContainText('0000044621')
  await expect(read).toContainText('3 of 4 rows proven')
  await expect(read).toContainText('first wrong: row 5')
  const wrong = panel.getByRole('region', { name: 'Rows that do not add up' })
  await expect(wrong).toContainText('Row 5: The balance does not add up: ₦5,000 is missing before this row')
  await expect(wrong).toContainText('Row 4 leaves ₦11,196')
  await wrong.getByText('See rows 3 to 6').click()
  await expect(wrong).toContainText('SMS ALERT FEE')
  await panel.getByText('Set aside: charges 1 · totals 1').click()
  await expect(panel.getByText('Its balance does not add up')).toBeVisible()
  await panel.getByText('Columns', { exact: true }).click()
  await check(page, { within: 'dialog[open]' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await panel.getByRole('button', { name: 'Confirm ₦1,200 that matches' }).click()
  await expect(panel.getByText('Recorded. Paid.')).toHaveCount(1)
  await panel.getByRole('button', { name: `Confirm ₦1,200 for ${codeOf(doubtful)}` }).click()
  await expect(panel.getByText('Recorded. Paid.')).toHaveCount(2)
})

test('MONEY-6: a cashier names the columns of an unknown bank’s statement once, and the next statement is read by this layout', async ({
  page,
  restaurant,
}) => {
  await signUp(page)
  const order = await placeOrder(page)
  await enterAs(page, restaurant, 'cashier')
  const reference = Date.now()
  const text = `Wann,Wieviel,Was\n20.11.2026,"1,200.00",${codeOf(order)} ADA\n20.11.2026,"70.00",GAS ${reference}`
  await dropStatement(page, text)
  const panel = page.getByRole('dialog', { name: 'Bank statement' })
  await expect(panel.getByRole('heading', { name: 'Point at the columns' })).toBeVisible()
  await panel.getByLabel('Statement of').selectOption('demo-bank')
  const read = panel.getByRole('button', { name: 'Read it by these columns' })
  // The form suggests the only column of days, the only column of numbers, and the column of the longest texts.
  await expect(panel.getByLabel('What is in Wann')).toHaveValue('day')
  await panel.getByLabel('What is in Was').selectOption('Not used')
  await expect(read).toBeDisabled()
  await panel.getByLabel('What is in Wieviel').selectOption('Amount ±')
  await panel.getByLabel('What is in Was').selectOption('Narration')
  await check(page, { within: 'dialog[open]' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await read.click()
  await expect(panel.getByText('Nothing proves this statement')).toBeVisible()
  await expect(panel.getByText(/2 transfers came in: 1 for our orders/)).toBeVisible()
  await page.keyboard.press('Escape')
  await dropStatement(page, text)
  await panel.getByLabel('Statement of').selectOption('demo-bank')
  await expect(panel.getByText(/2 transfers came in: 1 for our orders/)).toBeVisible()
})

test('MONEY-5: a cashier records a payment with kobo, and an order’s part of a transfer that paid several orders', async ({
  page,
  restaurant,
  desk,
}) => {
  await clearBoard(restaurant, desk)
  await signUp(page)
  const orders = [await placeOrder(page), await placeOrder(page)]
  await enterAs(page, restaurant, 'cashier')
  const session = `SPLIT${Date.now()}`
  for (const [at, order] of orders.entries()) {
    await card(page, order).getByRole('button', { name: 'Confirm payment' }).click()
    const form = page.getByRole('dialog', { name: `Payment of ${codeOf(order)}` })
    await form.getByLabel('Account that received it').selectOption('demo-bank')
    await form.getByLabel('Amount received').fill(at === 0 ? '1,199.50' : '1,200')
    await expect(form.getByText('Exactly what is due.')).toBeVisible()
    await form.getByRole('button', { name: 'It paid several orders' }).click()
    await form.getByLabel('The whole transfer').fill('2,399.50')
    await form.getByLabel('Sender').fill('ADA OBI')
    await form.getByLabel('Session id').fill(session)
    await form.getByRole('button', { name: 'Confirm payment' }).click()
    await expect(form).toBeHidden()
    await expect(card(page, order)).toContainText('Paid')
  }
})
