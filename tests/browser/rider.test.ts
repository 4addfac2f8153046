import type { Page } from '@playwright/test'
import * as Money from '#domain/money/money.ts'
import { check, phone } from './accessible.ts'
import { codeOf, fromMenu, onlyDemoRider, panelOf, placeOrder, signedIn, test } from './order-desk.ts'
import { openDesk, visit } from './ordering.ts'
import { expect, type Restaurant, signInStaff, signUp } from './restaurant.ts'

test.beforeEach(({ restaurant, desk, database }) => onlyDemoRider(restaurant, desk, database))

async function ride(page: Page, restaurant: Restaurant): Promise<void> {
  await signInStaff(page.request, restaurant, 'rider')
  await visit(page, '/rider')
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
}

test('rider: only riders can open the rider screen', async ({ page, restaurant }) => {
  await visit(page, '/rider')
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await page.getByLabel('Username').fill('kitchen')
  await page.getByLabel('Password', { exact: true }).fill(restaurant.passwords.kitchen ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Not your screen' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kitchen' })).toBeVisible()
})

test('PEOPLE-1: the rider can call the phone numbers typed in the order or, if none was typed, the account’s number', async ({
  page,
  restaurant,
  browser,
  desk,
  database,
}) => {
  const { rows } = await database.query("select id from users where username = 'rider'")
  const home = await browser.newContext({ baseURL: restaurant.url })
  const customer = await home.newPage()
  const person = await signUp(customer)
  const own = `tel:+234${person.phone.slice(1)}`
  await ride(page, restaurant)
  const links = async (contactPhone: string) => {
    const order = await placeOrder(customer, { deliveryMethod: 'delivery', contactPhone })
    await desk.assignTo(await desk.markReady(await desk.start(await desk.pay(order))), rows[0].id)
    const shown = page.getByRole('article', { name: codeOf(order) })
    await expect(shown).toContainText(contactPhone)
    const found = shown.getByRole('link', { name: /^(Call|WhatsApp)/ })
    return found.evaluateAll((all) =>
      all.map((link) => [link.textContent?.replaceAll('\u00a0', ' '), link.getAttribute('href')?.split('?')[0]]),
    )
  }
  expect(await links('2348090001111')).toEqual([
    ['Call', 'tel:+2348090001111'],
    ['WhatsApp', 'https://wa.me/2348090001111'],
  ])
  expect(await links('+234 (0) 809 000 1111')).toEqual([
    ['Call', 'tel:+2348090001111'],
    ['WhatsApp', 'https://wa.me/2348090001111'],
  ])
  expect(await links('0809 000 1111 / 8090002222')).toEqual([
    ['Call 0809 000 1111', 'tel:+2348090001111'],
    ['Call 0809 000 2222', 'tel:+2348090002222'],
    ['WhatsApp', 'https://wa.me/2348090001111'],
  ])
  const shown = `${person.phone.slice(0, 4)} ${person.phone.slice(4, 7)} ${person.phone.slice(7)}`
  expect(await links('the blue gate')).toEqual([
    [`Call the account’s number, ${shown}`, own],
    ['WhatsApp the account’s number', own.replace('tel:+', 'https://wa.me/')],
  ])
  await home.close()
})

test('rider: an assigned order is delivered with its delivery code, even offline', async ({
  page,
  context,
  restaurant,
  browser,
  desk,
}) => {
  const home = await browser.newContext({ baseURL: restaurant.url })
  const customer = await home.newPage()
  await signUp(customer)
  const order = await placeOrder(customer, { deliveryMethod: 'delivery' })
  await desk.markReady(await desk.start(await desk.pay(order)))
  await ride(page, restaurant)
  await expect(page.getByText('No deliveries.')).toBeVisible()

  const counter = await browser.newContext({ baseURL: restaurant.url })
  const board = await openDesk(counter, restaurant)
  const there = board.getByRole('article', { name: codeOf(order) })
  await there.getByRole('button', { name: /^Assign Musa/ }).click()
  await expect(await panelOf(board, order)).toContainText('Musa assigned')

  const card = page.getByRole('article', { name: codeOf(order) })
  await expect(card).toBeVisible()
  await expect(card).toContainText('12 Admiralty Way')
  await expect(card).not.toContainText(order.deliveryCode ?? 'no code')
  await expect(card.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+234/)
  await expect(card.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/234\d+\?text=/)
  await expect(card.getByRole('link', { name: 'Map' })).toHaveAttribute('href', /12%20Admiralty%20Way/)
  await card.getByRole('button', { name: 'Picked up' }).click()
  // The focus moves to the heading, because the pressed button disappears.
  await expect(card.getByRole('heading', { name: codeOf(order) })).toBeFocused()
  await expect(card).toContainText('Out since')
  await visit(customer, '/orders')
  await customer.getByRole('tab', { name: 'Ready' }).click()
  await expect(customer.getByRole('article')).toContainText('On its way to you.')
  await expect(customer.getByRole('article')).toContainText(`Door code${order.deliveryCode}`)
  await expect(customer.getByRole('article')).toContainText('0800 000 4463')

  await test.step('the delivery code is in the first view of a phone, and nothing covers it', async () => {
    await customer.setViewportSize(phone)
    await visit(customer, '/orders')
    const code = customer.getByRole('article').getByText('Tell it to the rider once you have your food.')
    await expect(code).toBeInViewport({ ratio: 1 })
    const isUncovered = await code.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isUncovered).toBe(true)
    await customer.screenshot({ path: test.info().outputPath('door-code.png') })
  })

  await card.getByRole('button', { name: 'Delivered' }).click()
  await expect(card.getByLabel('Door code')).toHaveAccessibleDescription(
    /^Enter the customer’s code, which has 4 digits/,
  )
  await card.getByLabel('Door code').fill(order.deliveryCode === '0000' ? '1111' : '0000')
  await card.getByRole('button', { name: 'Delivered' }).click()
  await expect(card.getByRole('alert')).toHaveText('That is not the code of this order. 4 tries are left.')

  await context.setOffline(true)
  await card.getByLabel('Door code').fill(order.deliveryCode ?? '')
  await card.getByRole('button', { name: 'Delivered' }).click()
  await expect(card).toContainText('Not sent yet')
  await expect(page.getByText(/Actions are sent with their time/)).toBeVisible()
  const sent = page.waitForRequest('**/deliver')
  await context.setOffline(false)
  expect(Date.parse((await sent).postDataJSON().at)).toBeLessThan(Date.now())
  await expect(card).toBeHidden()
  await expect(page.getByText('No deliveries.')).toBeVisible()
  await expect(there).toBeHidden()
  await home.close()
  await counter.close()
})

test('rider: a failed delivery is shown at the desk with its reason, and assigned to another rider', async ({
  page,
  restaurant,
  browser,
  desk,
}) => {
  await signUp(page)
  const order = await placeOrder(page, { deliveryMethod: 'delivery' })
  await desk.markReady(await desk.start(await desk.pay(order)))
  const counter = await browser.newContext({ baseURL: restaurant.url })
  const board = await openDesk(counter, restaurant)
  const there = board.getByRole('article', { name: codeOf(order) })
  await there.getByRole('button', { name: /^Assign Musa/ }).click()
  await ride(page, restaurant)
  const card = page.getByRole('article', { name: codeOf(order) })
  await card.getByRole('button', { name: 'Picked up' }).click()
  await (await panelOf(board, order)).getByRole('button', { name: 'Cancel' }).click()
  await expect(board.getByRole('dialog')).toContainText('Musa is out with it.')
  await board.getByRole('button', { name: 'Keep order' }).click()
  await card.getByRole('button', { name: 'Could not deliver' }).click()
  await card.getByRole('button', { name: 'Could not deliver' }).click()
  await expect(card.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/^Enter a reason/)
  await card.getByRole('button', { name: 'Nobody opened' }).click()
  await card.getByRole('button', { name: 'Could not deliver' }).click()
  await expect(card).toContainText('Nobody opened')
  await expect(card.getByRole('link', { name: 'Call the desk' })).toBeVisible()

  await expect(there).toContainText('Not delivered: Nobody opened')
  await (await panelOf(board, order)).getByRole('button', { name: 'Send Musa again' }).click()
  await expect(await panelOf(board, order)).toContainText('Musa assigned')
  await expect(card.getByRole('button', { name: 'Picked up' })).toBeVisible()
  await card.getByRole('button', { name: 'Picked up' }).click()
  await expect(card.getByLabel('Door code')).toBeVisible()
  // Wait until the desk has the event of the pick-up, because an earlier reassignment would be refused.
  await expect(card).toContainText('Out since')
  await desk.assignRider(order, { name: 'Musa Bello', phone: '+2348051112233' })
  await expect(await panelOf(board, order)).toContainText('Musa Bello assigned')
  await expect(card).toBeHidden()
  await expect(page.getByRole('alert')).toContainText(`${codeOf(order)} was taken from your list while you were out`)
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await desk.cancel(order, 'Only a test')
  await counter.close()
})

test('rider: a rider collects cash at the door without a network, and hands it in at the desk', async ({
  page,
  context,
  restaurant,
  browser,
  desk,
}) => {
  const owner = await signedIn(restaurant, 'desk')
  const proof = { password: restaurant.passwords.desk }
  const limit = (cashAtDoorUpTo: number | null) =>
    owner.patch('/api/office/settings', { data: { cashAtDoorUpTo, proof } })
  expect((await limit(100_000)).ok()).toBe(true)
  const home = await browser.newContext({ baseURL: restaurant.url })
  const customer = await home.newPage()
  await signUp(customer)
  const order = await placeOrder(customer, { deliveryMethod: 'delivery' })
  const due = Money.format(order.totalAmount)
  const given = Money.format(Money.naira(order.totalAmount - 500))

  const counter = await browser.newContext({ baseURL: restaurant.url, viewport: { width: 1024, height: 768 } })
  const board = await openDesk(counter, restaurant)
  await (await panelOf(board, order)).getByRole('button', { name: 'Cash at the door' }).click()
  const asked = board.getByRole('dialog', { name: /^Cash at the door for/ })
  await expect(asked).toContainText(`The rider collects ${due} in cash`)
  await asked.getByRole('button', { name: 'Start cooking' }).click()
  await expect(board.getByRole('article', { name: codeOf(order) })).toContainText(`Rider collects ${due}`)
  await visit(customer, '/orders')
  await customer.getByRole('tab', { name: 'Preparing' }).click()
  await expect(customer.getByRole('article')).toContainText(`Please have ${due} in cash for the rider.`)
  await desk.markReady(order)
  await board
    .getByRole('article', { name: codeOf(order) })
    .getByRole('button', { name: /^Assign/ })
    .click()

  await page.setViewportSize(phone)
  await ride(page, restaurant)
  const card = page.getByRole('article', { name: codeOf(order) })
  await expect(card).toContainText(`Collect in cash ${due}`)
  await card.getByRole('button', { name: 'Picked up' }).click()
  await expect(card.getByLabel('Cash you were given')).toHaveValue(String(order.totalAmount))
  await check(page, { sizes: [phone] })
  // A sum with an extra digit needs a confirmation, because a record at the door is final.
  await card.getByLabel('Cash you were given').fill(String(order.totalAmount * 10))
  await card.getByLabel('Door code').fill(order.deliveryCode ?? '')
  await card.getByRole('button', { name: /^Delivered, / }).click()
  const amount = page.getByRole('dialog', { name: 'Check the amount' })
  await expect(amount).toContainText('is 10 times what is due. Record it?')
  await check(page, { sizes: [phone], within: amount })
  await amount.getByRole('button', { name: 'Back' }).click()
  await card.getByLabel('Cash you were given').fill(String(order.totalAmount - 500))
  await expect(card.getByLabel('Cash you were given')).toHaveAccessibleDescription('₦500 short.')
  // A wrong code keeps the typed sum.
  await card.getByLabel('Door code').fill(order.deliveryCode === '1111' ? '2222' : '1111')
  await card.getByRole('button', { name: `Delivered, ${given} collected` }).click()
  await expect(card.getByRole('alert')).toContainText('That is not the code')
  await expect(card.getByLabel('Cash you were given')).toHaveValue(String(order.totalAmount - 500))
  await card.getByLabel('Door code').fill(order.deliveryCode ?? '')
  await context.setOffline(true)
  await card.getByRole('button', { name: `Delivered, ${given} collected` }).click()
  await expect(card).toContainText('Not sent yet')
  const carried = page.getByText('You carry in cash')
  await expect(carried.locator('..')).toContainText(given)
  await context.setOffline(false)
  await expect(card).toBeHidden()
  await expect(carried.locator('..')).toContainText(given)
  // No alert is shown, because the rider's own action removed the order from the list.
  await expect(page.getByRole('alert')).toBeHidden()

  await fromMenu(board, 'Till')
  const till = board.getByRole('dialog', { name: 'Till' })
  const rider = till.getByRole('region', { name: 'Riders with cash' }).getByRole('listitem', { name: 'Musa' })
  await expect(rider).toContainText(`Collected: ${codeOf(order)} ${given}`)
  await rider.getByRole('button', { name: 'Take in cash' }).click()
  await expect(rider.getByLabel('Counted')).toBeFocused()
  await expect(rider.getByLabel('Counted')).toHaveValue(String(order.totalAmount - 500))
  await check(board, { sizes: [{ width: 1024, height: 768 }], within: 'dialog[open]' })
  await rider.getByRole('button', { name: `Take in ${given}` }).click()
  await expect(rider).toBeHidden()
  await expect(till.getByRole('heading', { name: 'Till' })).toBeFocused()
  await expect(till.getByRole('region', { name: 'Before' })).toContainText('From Musa')
  // The rider's page no longer shows the cash that was handed in.
  await expect(carried).toBeHidden()
  await limit(null)
  await owner.dispose()
  await home.close()
  await counter.close()
})
