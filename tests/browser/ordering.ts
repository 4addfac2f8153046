import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Order } from '#contract/order/orders.ts'
import { expect, type Restaurant, test as restaurantTest, signInStaff } from './restaurant.ts'

/** Changes the menu through the API. The fixture restores the menu after the test. */
export type Staff = {
  takeOff(id: string): Promise<void>
  putBack(id: string): Promise<void>
  /** Price in naira. */
  reprice(id: string, price: number): Promise<void>
}

export const test = restaurantTest.extend<{ staff: Staff }>({
  staff: async ({ deskRequest }, use) => {
    const undo = new Map<string, () => Promise<void>>()
    async function setAvailable(id: string, isAvailable: boolean) {
      const answer = await deskRequest.patch(`/api/menu-items/${id}`, { data: { isAvailable } })
      expect(answer.ok()).toBe(true)
    }
    async function setPrice(id: string, price: number) {
      const answer = await deskRequest.patch(`/api/menu-items/${id}`, { data: { price } })
      expect(answer.ok()).toBe(true)
    }
    await use({
      takeOff: async (id) => {
        undo.set(`${id} available`, () => setAvailable(id, true))
        await setAvailable(id, false)
      },
      putBack: async (id) => {
        if (!undo.has(`${id} available`)) undo.set(`${id} available`, () => setAvailable(id, false))
        await setAvailable(id, true)
      },
      reprice: async (id, price) => {
        const { items } = await (await deskRequest.get(`/api/menu-items?ids=${id}`)).json()
        if (!undo.has(`${id} price`)) undo.set(`${id} price`, () => setPrice(id, items[0].price))
        await setPrice(id, price)
      },
    })
    for (const back of undo.values()) await back()
  },
})

export { expect }

/** Time limit in milliseconds for a desk change to reach the customer's screen (ORDER-5). */
export const atOnce = { timeout: 1000 }

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, path: string): Promise<void> {
  // Wait until a closed sheet has removed its history entry, because the removal would cancel a navigation.
  await page.waitForFunction(
    () => history.state?.sheet === undefined || document.querySelector('dialog[open]') !== null,
  )
  await page.goto(path)
  // The page sets `scrollRestoration` after hydration (web/app/navigation/navigation.tsx).
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
}

/** Opens a page like `visit`, and waits until it receives live events. */
export async function visitLive(page: Page, path: string): Promise<void> {
  await visit(page, path)
  // `data-live` is open if the page has a live stream of its own, or follows the stream of another tab.
  await expect(page.locator('[data-live=open]')).toBeAttached()
}

/** Counts layout shifts from now on. The returned function reads the score of the current document. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0))
}

export function card(page: Page, dish: string): Locator {
  return page.getByRole('article', { name: dish, exact: true })
}

/** The button that covers a dish's card and opens its sheet. */
export function opener(page: Page, dish: string): Locator {
  return card(page, dish).getByRole('button', { name: dish, exact: true })
}

/** Opens a menu page and the sheet of a dish on it. */
export async function customise(page: Page, category: string, dish: string): Promise<Locator> {
  await visitLive(page, `/menu/${category}`)
  await opener(page, dish).click()
  return page.getByRole('dialog', { name: dish })
}

/** Adds the dish to the cart and waits until the customiser is closed. */
export async function addFrom(sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(sheet).toBeHidden()
}

export function group(sheet: Locator, label: string): Locator {
  return sheet.getByRole('group', { name: new RegExp(`^${label}`) })
}

/** Opens an optional group that is folded at first. */
export async function unfold(sheet: Locator, label: string): Promise<void> {
  await group(sheet, label)
    .getByRole('button', { name: /^Show / })
    .click()
}

/** Opens a group that has folded after a choice. */
export async function reopen(sheet: Locator, label: string): Promise<void> {
  await group(sheet, label)
    .getByRole('button', { name: /^Change/ })
    .click()
}

/** Expects a group to have these choices in this sequence, each with its price: 'Plantain Free'. */
export async function expectChoices(group: Locator, texts: readonly string[]): Promise<void> {
  await expect(group.locator('label')).toHaveText(texts, { useInnerText: true })
}

/** The amount beside a label such as 'Subtotal', 'Delivery fee' or 'Final total'. */
export function amount(page: Page, label: string): Locator {
  return page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
}

/** Opens the fields of 'the address', 'the number' or 'who makes the transfer' in the cart. */
export async function change(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${what}` }).click()
}

export function line(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
}

export function cartLink(page: Page): Locator {
  return page.getByRole('link', { name: /^Cart/ })
}

export async function openDesk(context: BrowserContext, restaurant: Restaurant): Promise<Page> {
  const page = await context.newPage()
  await signInStaff(page.request, restaurant, 'desk')
  await visit(page, '/desk')
  await expect(page.getByRole('heading', { name: /Check transfer/ })).toBeVisible()
  return page
}

/** Claims the transfer on the payment page. Returns the order's id. */
export async function pay(page: Page): Promise<string> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/orders') && response.request().method() === 'POST' && response.ok(),
  )
  await page.getByRole('button', { name: "I've Made the Transfer" }).click()
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/orders$/)
  const { orderId: id }: Order = await (await answer).json()
  return id
}

/** Loses this many answers to POST requests that the server has handled. */
export async function loseAnswers(page: Page, path: string, times = 1): Promise<void> {
  let lost = 0
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || lost === times) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
}
