import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { openFakeWhatsApp, type Webhook, whatsAppAccess } from '../support/fake-whatsapp.ts'
import { check, phone as small } from './accessible.ts'
import { codeOf, test as deskTest, enterAs, panelOf, placeOrder } from './order-desk.ts'
import { pay, visit, visitLive } from './ordering.ts'
import { addPlain, expect, openRestaurant, signInStaff, signUp } from './restaurant.ts'
import { expectToast } from './toasts.ts'

/** `test` with a restaurant whose messages go to a fake WhatsApp. */
const test = deskTest.extend<object, { whatsapp: Awaited<ReturnType<typeof openFakeWhatsApp>> }>({
  whatsapp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from the pattern
    async ({}, use) => {
      const whatsapp = await openFakeWhatsApp()
      await use(whatsapp)
      await whatsapp.stop()
    },
    { scope: 'worker' },
  ],
  restaurant: [
    async ({ whatsapp }, use) => {
      const preload = new URL('../support/messages-elsewhere.ts', import.meta.url)
      const restaurant = await openRestaurant({
        FAKE_WHATSAPP_URL: whatsapp.url,
        NODE_OPTIONS: `--import ${JSON.stringify(fileURLToPath(preload))}`,
      })
      await use(restaurant)
      await restaurant.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.describe.configure({ mode: 'serial' })

async function deliver(page: Page, { body, signature }: Webhook): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
  const answer = await page.request.post('/api/messages/whatsapp-events', { headers, data: body })
  expect(answer.status()).toBe(200)
}

test('REACH-1: the owner sets up WhatsApp by the instructions on the screen, sends a test and reads its result', async ({
  page,
  restaurant,
  whatsapp,
}) => {
  await page.setViewportSize(small)
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/settings/messages')
  await expect(page.getByText('No message was sent to a customer today.')).toBeVisible()
  const card = page.getByRole('region', { name: 'WhatsApp' })
  await card.getByLabel('Send messages on WhatsApp').check()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Please enter the number that customers write to.')).toBeVisible()
  await card.getByLabel('Number that customers write to').fill('0809 000 0000')
  await card.getByLabel('Phone number ID').fill(whatsAppAccess.phoneNumberId)
  await card.getByLabel('Access token').fill(whatsAppAccess.token)
  await card.getByLabel('App secret').fill(whatsAppAccess.appSecret)
  await expectToast(page, 'Saved. Messages are on.', () => card.getByRole('button', { name: 'Save' }).click())
  await expect(card.getByLabel('Access token')).toHaveValue('')
  await card.getByLabel('Send a test to').fill('0803 555 0000')
  await card.getByRole('button', { name: 'Send test' }).click()
  await expect(card.getByText('Sent. It reaches the phone within a minute.')).toBeVisible()
  expect(whatsapp.accepted.map(({ to }) => to)).toEqual(['2348035550000'])
  whatsapp.answers.push({ status: 400, code: 131047 })
  await card.getByRole('button', { name: 'Send test' }).click()
  await expect(card.getByText(/Not sent\. The customer last wrote more than 24 hours ago/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('1 sent')
  await check(page)
})

test('REACH-1: the owner changes a message’s text on a screen that shows the default text, an example and errors', async ({
  page,
  restaurant,
}) => {
  await page.setViewportSize(small)
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/office/settings/messages')
  const card = page.getByRole('region', { name: 'Texts' })
  const text = card.getByRole('textbox', { name: 'Payment confirmed' })
  await expect(text).toHaveAttribute('placeholder', 'Payment confirmed for order {order}, {when}.')
  await text.fill('Your money is in.')
  const save = page.getByRole('button', { name: 'Save', exact: true }).last()
  await save.click()
  await expect(card.getByText('Please add {order}, which becomes the code of the order.')).toBeVisible()
  await expect(text).toBeFocused()
  await text.fill('Your money is in. {order}: {when}.')
  await expect(card.getByText('Example: Your money is in. 7Q4MKX: ready by 12:30.')).toBeVisible()
  await check(page)
  await expectToast(page, 'Saved. Open pages show it now.', () => save.click())
  await page.reload()
  await expect(text).toHaveValue('Your money is in. {order}: {when}.')
})

test('REACH-1: right after an order is placed, a phone’s first screen shows the ready-by time and offers WhatsApp once, below the success message, without a layout shift if the offer loads late', async ({
  page,
}) => {
  await page.setViewportSize(small)
  await signUp(page)
  await addPlain(page, 'chapman')
  await visit(page, '/payment')
  await page.route('**/conversation', (route) => route.fulfill({ status: 503 }), { times: 1 })
  const failed = page.waitForResponse('**/conversation')
  await pay(page)
  await failed
  const tabs = page.getByRole('tablist')
  const before = await tabs.boundingBox()
  const link = page.getByRole('link', { name: 'Open WhatsApp' })
  await expect(link).toBeInViewport({ ratio: 1 })
  const placed = page.getByRole('region', { name: 'Your order is placed' })
  await expect(placed.getByText(/^Ready by \d\d:\d\d once your transfer is found$/)).toBeInViewport({ ratio: 1 })
  const said = await page.getByText('Order placed successfully!').boundingBox()
  const card = await page.getByRole('article').boundingBox()
  const offer = await link.boundingBox()
  if (!said || !card || !offer) throw new Error('The page has no order.')
  expect(said.y).toBeLessThan(offer.y)
  expect(offer.y).toBeLessThan(card.y)
  expect((await tabs.boundingBox())?.y).toBe(before?.y)
})

test('REACH-1: a customer opens the WhatsApp conversation by one tap, and the desk sees messages, replies and failures live', async ({
  page,
  browser,
  restaurant,
  desk,
  whatsapp,
}) => {
  const { phone } = await signUp(page)
  const order = await placeOrder(page)
  await visitLive(page, '/orders')
  const link = page.getByRole('link', { name: 'Open WhatsApp' })
  const address = new URL((await link.getAttribute('href')) ?? '')
  expect(address.origin + address.pathname).toBe('https://wa.me/2348090000000')
  const text = address.searchParams.get('text') ?? ''
  expect(text).toContain(codeOf(order))
  await check(page)
  const atDesk = await (await browser.newContext({ baseURL: restaurant.url })).newPage()
  await enterAs(atDesk, restaurant, 'desk')
  const sender = `+234${phone.replace(/\D/g, '').replace(/^(?:234|0)/, '')}`
  await deliver(page, whatsapp.message(sender, text))
  await visitLive(page, '/orders')
  await expect(page.getByText(`We message you on WhatsApp about order ${codeOf(order)}.`)).toBeVisible()
  await desk.pay(order)
  await expect.poll(() => whatsapp.accepted.at(-1)?.text).toContain(`Your money is in. ${codeOf(order)}: ready by`)
  await deliver(page, whatsapp.message(sender, 'Please add pepper'))
  await expect(atDesk.getByText('The customer wrote: “Please add pepper”')).toBeVisible()
  await deliver(page, whatsapp.receipt(whatsapp.accepted.at(-1)?.id ?? '', 'failed', { code: 131026 }))
  await expect(atDesk.getByText(/could not be delivered\. The phone cannot be reached there/)).toBeVisible()
  await atDesk.getByRole('button', { name: `Open order ${codeOf(order)}` }).click()
  const panel = await panelOf(atDesk, order)
  await expect(panel.getByText('WhatsApp: payment confirmed')).toBeVisible()
  await expect(panel.getByText('not delivered')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Open the chat' })).toHaveAttribute('href', /wa\.me\/234/)
  await check(atDesk)
  await atDesk.getByRole('button', { name: 'Close the order' }).click()
  await atDesk.getByRole('button', { name: `Seen for order ${codeOf(order)}` }).click()
  await expect(atDesk.getByText(/could not be delivered/)).toBeHidden()
  await expect(atDesk.getByText('The customer wrote')).toBeHidden()
})
