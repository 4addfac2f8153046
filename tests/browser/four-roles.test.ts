import type { Browser, Locator, Page, ViewportSize } from '@playwright/test'
import { sessionId } from './order-desk.ts'
import { addFrom, atOnce, customise, group, pay, visitLive } from './ordering.ts'
import {
  expect,
  phoneAddress,
  type Restaurant,
  signInStaff,
  signUp,
  somebody,
  test,
  testWith,
  watchFaults,
} from './restaurant.ts'

type Someone = { readonly page: Page; readonly faults: readonly string[]; close(): Promise<void> }

const phone = { width: 360, height: 740 }

async function openBrowser(browser: Browser, restaurant: Restaurant, viewport: ViewportSize): Promise<Someone> {
  const context = await browser.newContext({
    baseURL: restaurant.url,
    viewport,
    extraHTTPHeaders: { 'X-Forwarded-For': phoneAddress() },
  })
  const faults = watchFaults(context)
  return { page: await context.newPage(), faults, close: () => context.close() }
}

async function enter({ page }: Someone, restaurant: Restaurant, username: string, path: string): Promise<void> {
  await signInStaff(page.request, restaurant, username)
  await visitLive(page, path)
}

/** Presses a button and waits for its answer. Other screens must show the change within a second of this answer. */
async function press(button: Locator, what: string): Promise<void> {
  const isAnswer = (path: string) => path.endsWith(`/${what}`)
  const answer = button
    .page()
    .waitForResponse((response) => response.request().method() === 'POST' && isAnswer(new URL(response.url()).pathname))
  await button.click()
  expect((await answer).ok(), what).toBe(true)
}

const what = 'customer, cashier, kitchen and rider see each other’s writes within a second'

test(`ORDER-5 ORDER-3: ${what}`, async ({ restaurant, browser }) => {
  await followOrder(restaurant, browser)
})

testWith({ SECOND_FACTOR: 'on' })(`SAFE-9: with the second factor on, ${what}`, async ({ restaurant, browser }) => {
  await followOrder(restaurant, browser)
})

async function followOrder(restaurant: Restaurant, browser: Browser): Promise<void> {
  test.slow()
  const everybody = {
    customer: await openBrowser(browser, restaurant, phone),
    cashier: await openBrowser(browser, restaurant, { width: 1280, height: 800 }),
    kitchen: await openBrowser(browser, restaurant, { width: 1024, height: 768 }),
    rider: await openBrowser(browser, restaurant, phone),
  }
  const { customer, cashier, kitchen, rider } = everybody
  const screenshot = async (moment: string) => {
    for (const [name, { page }] of Object.entries(everybody)) {
      await page.screenshot({ path: test.info().outputPath(`${moment}-${name}.png`), animations: 'disabled' })
    }
  }

  await enter(cashier, restaurant, 'cashier', '/desk')
  await enter(kitchen, restaurant, 'kitchen', '/kitchen')
  await enter(rider, restaurant, 'rider', '/rider')
  await signUp(customer.page, { ...somebody(), username: `Ngozi Eze ${Date.now() % 100_000}` })

  const sheet = await customise(customer.page, 'grills', 'Half Grilled Chicken')
  await group(sheet, 'Free side')
    .getByRole('radio', { name: /Plantain/ })
    .check()
  await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
  await addFrom(sheet)
  await customer.page.getByRole('link', { name: /^Cart/ }).click()
  await customer.page.getByRole('radio', { name: /Delivery/ }).check()
  await customer.page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const id = await pay(customer.page)
  const code = id.slice(-6)
  const order = customer.page.getByRole('article').filter({ hasText: code })
  const atDesk = cashier.page.getByRole('article', { name: code })
  const ticket = kitchen.page.getByRole('article', { name: code })
  const delivery = rider.page.getByRole('article', { name: code })
  await expect(atDesk).toContainText('Half Grilled Chicken', atOnce)
  // The kitchen has no ticket before the payment is confirmed.
  await expect(ticket).toHaveCount(0)
  await screenshot('1-claimed')

  await atDesk.getByRole('button', { name: 'Confirm payment' }).click()
  const form = cashier.page.getByRole('dialog')
  await form.getByLabel('Account that received it').selectOption('demo-bank')
  await form.getByLabel('Sender').fill('NGOZI EZE')
  await form.getByLabel('Session id').fill(sessionId())
  await press(form.getByRole('button', { name: 'Confirm payment' }), 'confirm-payment')
  await Promise.all([
    expect(ticket.getByRole('button', { name: 'Start' })).toBeVisible(atOnce),
    expect(order).toContainText('Payment received.', atOnce),
  ])
  await screenshot('2-paid')

  await press(ticket.getByRole('button', { name: 'Start' }), 'start')
  await Promise.all([
    expect(atDesk.getByRole('button', { name: 'Ready' })).toBeVisible(atOnce),
    expect(customer.page.getByRole('tab', { name: /^Preparing/ })).toContainText('1', atOnce),
  ])
  await press(ticket.getByRole('button', { name: 'Ready' }), 'mark-ready')
  await customer.page.getByRole('tab', { name: 'Ready' }).click()
  await Promise.all([
    expect(atDesk.getByRole('button', { name: /^Assign Musa/ })).toBeVisible(atOnce),
    expect(order).toContainText('Ready, waiting for its rider.', atOnce),
  ])

  await press(atDesk.getByRole('button', { name: /^Assign Musa/ }), 'assign-rider')
  await Promise.all([
    expect(delivery.getByRole('button', { name: 'Picked up' })).toBeVisible(atOnce),
    expect(order).toContainText('0800 000 4463', atOnce),
  ])
  await expect(order).toContainText('Musa')
  await screenshot('3-ready')

  await press(delivery.getByRole('button', { name: 'Picked up' }), 'pick-up')
  await Promise.all([
    expect(order).toContainText('On its way to you.', atOnce),
    expect(order).toContainText('Out for delivery', atOnce),
    expect(atDesk).toContainText('out since', atOnce),
  ])
  const doorCode = /Door code\s*(\d{4})/.exec((await order.textContent()) ?? '')?.[1] ?? ''
  await expect(delivery).not.toContainText(doorCode)
  await screenshot('4-on-the-road')

  await delivery.getByLabel('Door code').fill(doorCode)
  await press(delivery.getByRole('button', { name: 'Delivered' }), 'deliver')
  await Promise.all([
    expect(customer.page.getByText(`Order ${code} is complete. Enjoy!`)).toBeVisible(atOnce),
    expect(atDesk).toBeHidden(atOnce),
  ])
  await expect(delivery).toBeHidden()
  await screenshot('5-delivered')

  for (const { faults, close } of Object.values(everybody)) {
    expect(faults).toEqual([])
    await close()
  }
}
