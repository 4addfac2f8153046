import type { Locator, Page } from '@playwright/test'
import type { Site } from '#contract/site.ts'
import { placeOrder, test } from './order-desk.ts'
import { cartLink, visit, watchShifts } from './ordering.ts'
import { expect, signUp } from './restaurant.ts'

const phone = { width: 360, height: 740 }

const banner = (page: Page) => page.getByRole('banner')
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

async function followLinks(page: Page): Promise<void> {
  await main(page).getByRole('link', { name: 'Ram Farm' }).click()
  await expect(page).toHaveURL(/\/farm$/)
  await expect(main(page).getByRole('link', { name: 'Ram Farm' })).toHaveAttribute('aria-current', 'page')
  await main(page).getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL(/\/menu\/breakfast$/)
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  await main(page).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
  await cartLink(page).click()
  await expect(page).toHaveURL(/\/cart$/)
  await banner(page).getByRole('link', { name: /home$/ }).click()
  await expect(page).toHaveURL(/\/$/)

  await banner(page).getByRole('button', { name: 'Log in' }).click()
  const menu = page.getByRole('navigation', { name: 'Account' })
  await expect(menu.getByRole('button')).toHaveText(['Log in', 'Sign up'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
}

test('FRAME-1 FRAME-4: the navigation bar counts the portions in the cart and links to every page, and every page but the farm has the chat button', async ({
  page,
}) => {
  await visit(page, '/menu/softdrinks')
  await expect(cartLink(page)).toHaveAccessibleName('Cart')
  await page.getByRole('button', { name: 'One Malt more' }).click()
  await page
    .getByRole('article', { name: 'Malt' })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items')
  await expect(cartLink(page)).toContainText('2')
  // After its animation the badge does not cover the word 'Cart'.
  await expect
    .poll(async () => {
      const [word, badge] = await Promise.all(
        [cartLink(page).getByText('Cart'), cartLink(page).getByText('2')].map((part) => part.boundingBox()),
      )
      return (badge?.x ?? 0) - (word?.x ?? 0) - (word?.width ?? 0)
    })
    .toBeGreaterThan(-1)
  await page.setViewportSize({ width: 768, height: 800 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(async () => (await cartLink(page).getByText('2').boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page
    .getByRole('article', { name: 'Zobo' })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(cartLink(page)).toContainText('3')

  await page.setViewportSize({ width: 1280, height: 720 })
  await test.step('the navigation bar links to every page', () => followLinks(page))

  await test.step('every page except the farm has a chat button that opens WhatsApp with a prepared inquiry', async () => {
    const site = (await (await page.request.get('/api/site')).json()) as Site
    const chat = page.getByRole('link', { name: 'Chat with us on WhatsApp' })
    const address = new URL((await chat.getAttribute('href')) ?? '')
    expect(address.origin + address.pathname).toBe(`https://wa.me/${site.whatsapp.slice(1)}`)
    expect(address.searchParams.get('text')).toBe(`Hello ${site.name}, I would like to ask about your menu.`)
    await expect(chat).toHaveAttribute('target', '_blank')
    await page.getByRole('link', { name: 'See the grills' }).click()
    await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
    await expect(chat).toBeVisible()
    await cartLink(page).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expectNothingBelow(chat)
    await page.goto('/orders')
    await expectNothingBelow(chat)
    await page.getByRole('link', { name: 'Ram Farm' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: /ram/ })).toBeVisible()
    await expect(chat).toBeHidden()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Order a ram by chat' })).toBeVisible()
    await expect(chat).toBeHidden()
  })
})

test('FRAME-1 FRAME-3 FRAME-7: a signed-in user’s menu has My Account, My Orders and Sign Out, and every price has the ₦ sign and thousands separators', async ({
  page,
}) => {
  const site = (await (await page.request.get('/api/site')).json()) as Site
  /** Expects a text to contain amounts, all with the ₦ sign and thousands separators. */
  function check(shown: string | null, where: string) {
    const text = shown ?? ''
    const amounts = text.match(/₦\s?[\d,.]*/g) ?? []
    expect(amounts.length, where).toBeGreaterThan(0)
    for (const amount of amounts) expect(amount, where).toMatch(/^₦\d{1,3}(,\d{3})*[,.]?$/)
    expect(text, where).not.toMatch(/NGN|\bN\d|(?<![\d:])\d{1,3}(,\d{3})+(?!\d)(?<!₦[\d,]+)/)
  }
  for (const { id } of site.categories) {
    const html = await (await page.request.get(`/menu/${id}`)).text()
    const shown = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ')
    check(shown, id)
  }
  await page.clock.install()
  const ada = await signUp(page)
  const order = await placeOrder(page, { items: [{ itemId: 'family-fire-box', selection: {}, quantity: 30 }] })
  expect(order.totalAmount).toBe(1_440_000)
  await visit(page, '/')
  const button = banner(page).getByRole('button', { name: ada.username })
  const menu = page.getByRole('navigation', { name: 'Account' })
  await button.click()
  await expect(menu.getByRole('link')).toHaveText(['My Account', 'My Orders'])
  await menu.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL(/\/orders$/)
  await expect(page.getByText('₦1,440,000').first()).toBeVisible()
  await expect(menu).toBeHidden()
  await button.click()
  await menu.getByRole('link', { name: 'My Account' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByText('₦1,440,000').first()).toBeVisible()

  await test.step('every price has the ₦ sign and thousands separators, in the cart and at payment too', async () => {
    await main(page).getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Combo', exact: true }).click()
    await page
      .getByRole('article', { name: 'Family Fire Box' })
      .getByRole('button', { name: /Add to Cart/ })
      .click()
    await cartLink(page).click()
    await page.getByRole('radio', { name: /^Delivery/ }).check()
    await expect(page.getByText('₦50,500').first()).toBeVisible()
    check(await page.getByRole('main').textContent(), '/cart')
    await page.getByRole('button', { name: 'Proceed to Payment' }).click()
    await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeVisible()
    check(await page.getByRole('main').textContent(), '/payment')
  })

  await button.click()
  await menu.getByRole('link', { name: 'My Account' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await button.click()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await menu.getByRole('button', { name: 'Sign Out' }).click()
  const toast = page.getByText('Signed out successfully!', { exact: true })
  await expect(toast).toBeVisible()
  await page.clock.runFor(2480)
  await expect(toast).toBeVisible()
  await page.clock.runFor(40)
  await expect(toast).toBeHidden()
  await page.clock.resume()
  // Signing out leads from a private page to a public one.
  await expect(page).toHaveURL(/\/$/)
  await expect(banner(page).getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('FRAME-1 FRAME-4: on a phone one button opens the navigation, and the chat button stays in reach without covering the page’s end', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await visit(page, '/')
  await banner(page).getByRole('button', { name: 'Open the menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Pages and account' })
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Menu', 'Ram Farm'])
  await expect(menu.getByRole('button')).toHaveText(['Log in', 'Sign up'])
  await menu.getByRole('link', { name: 'Menu' }).click()
  await expect(page).toHaveURL(/\/menu\/breakfast$/)
  await expect(menu).toBeHidden()

  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  await test.step('the chat button in the dock stays in reach', () => expectDock(page))
})

test('FRAME-2: following a link opens its page at the top, and going back restores the scroll position', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await visit(page, '/menu/breakfast')
  const below = 1500
  await page.evaluate((below) => window.scrollTo(0, below), below)
  await expect.poll(() => scrolled(page)).toBe(below)
  // Dispatch the click, because pressing with the pointer would scroll to the link first.
  await page.getByRole('link', { name: /^Next:/ }).dispatchEvent('click')
  await expect(page).toHaveURL(/\/menu\/combo$/)
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 500))
  await cartLink(page).dispatchEvent('click')
  await expect(page).toHaveURL(/\/cart$/)
  await expect.poll(() => scrolled(page)).toBe(0)

  await page.goBack()
  await expect(page).toHaveURL(/\/menu\/combo$/)
  await expect.poll(() => scrolled(page)).toBe(500)
  await page.goBack()
  await expect(page).toHaveURL(/\/menu\/breakfast$/)
  await expect.poll(() => scrolled(page)).toBe(below)
  await page.goForward()
  await expect.poll(() => scrolled(page)).toBe(500)
  // Going back from another document restores the position; a reload does not.
  await page.goto('about:blank')
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(500)
  await page.reload()
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('FRAME-2: pressing Back and then Forward before the earlier page has loaded shows the page that the address names', async ({
  page,
}) => {
  await visit(page, '/menu/combo')
  await cartLink(page).click()
  // Wait for the address first, because the cart beside the menu shows the same sentence.
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByText('Your cart is empty!')).toBeVisible()
  // The reloaded document must load the menu page again. The sentence shows that the page's script runs.
  await page.reload()
  await expect(page.getByText('Your cart is empty!')).toBeVisible()
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/menu/combo', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/menu/combo')
  const answered = page.waitForResponse('**/api/menu/combo')
  await page.goBack()
  await asked
  await page.goForward()
  await expect(page).toHaveURL(/\/cart$/)
  release()
  await (await answered).finished()
  await expect(page.locator('.animate-heading')).toHaveCount(0)
  await expect(page.getByText('Your cart is empty!')).toBeVisible()
  await expect(page).toHaveTitle(/cart/i)
})

/** Expects that no text and no control of the page can be scrolled under the chat. */
async function expectNothingBelow(chat: Locator): Promise<void> {
  await expect(chat).toBeVisible()
  const edge = (await chat.boundingBox())?.x ?? 0
  const parts = chat.page().locator('main :is(a, button, input, p, h1, h2, h3, li)')
  const boxes = await parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
  expect(Math.max(...boxes)).toBeLessThanOrEqual(edge)
}

async function expectDock(page: Page): Promise<void> {
  const chat = page.getByRole('link', { name: 'Chat with us on WhatsApp' })
  await expect(chat).toBeInViewport({ ratio: 1 })
  expect(await chat.boundingBox()).toMatchObject({ width: 52, height: 52, x: 12 })
  await page.mouse.wheel(0, 600)
  await expect(chat).toBeInViewport({ ratio: 1 })

  // The fixed dock would cover a quarter of the screen at 200 % text, so the dock is below the page.
  for (const size of ['100%', '175%', '200%']) {
    const gaps = await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
      scrollTo(0, document.documentElement.scrollHeight)
      const [content, dock, foot] = ['main', 'main + aside', 'footer'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      )
      return content && dock && foot && [dock.top - content.bottom, foot.top - dock.bottom]
    }, size)
    expect(gaps, `the dock is between page and footer with text at ${size}`).toEqual([0, 0])
  }
  await page.evaluate(() => scrollTo(0, 0))
  await expect(chat).not.toBeInViewport()
}

test('FRAME-5: the loading overlay is shown only while the session is unknown', async ({ page }) => {
  // A browser without the hint cookie has no session, so no request is sent.
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/session') asked += 1
  })
  await visit(page, '/orders')
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await expect(page.getByText('One moment…')).toBeHidden()
  expect(asked).toBe(0)

  const ada = await signUp(page)
  const answer = Promise.withResolvers<void>()
  await page.route('/api/session', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/orders')
  await expect(page.getByText('One moment…')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeHidden()
  // The menu is public and never waits for the session.
  await main(page).getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  await expect(page.getByText('One moment…')).toBeHidden()
  await page
    .getByRole('article', { name: 'Waffles and Honey' })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await expect(cartLink(page)).toContainText('1')
  await page.goBack()
  await expect(page.getByText('One moment…')).toBeVisible()

  answer.resolve()
  await expect(page.getByText('One moment…')).toBeHidden()
  await expect(page.getByText('No pending orders.')).toBeVisible()
  await expect(banner(page).getByRole('button', { name: ada.username })).toBeVisible()
})

test('FRAME-5: the loading overlay is replaced by a retry button if the session cannot be read', async ({ page }) => {
  await signUp(page)
  await page.route('/api/session', (route) => route.abort())
  await visit(page, '/orders')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await page.unroute('/api/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No pending orders.')).toBeVisible()
})

test('FRAME-6: an unknown path shows a 404 page that redirects home after 8000 ms unless the visitor cancels the redirect', async ({
  page,
}) => {
  await page.clock.install()
  for (const path of ['/no-such-page', '/menu/no-such-food', '/orders/1/2']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByText('Redirecting to Home...', { exact: true })).toBeVisible()
  }
  await test.step('the redirect can be cancelled', async () => {
    await page.waitForFunction(() => history.scrollRestoration === 'manual')
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.clock.runFor(20_000)
    await expect(page).toHaveURL(/orders\/1\/2$/)
  })
  await page.goto('/cart')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/no-such-page')
  await page.waitForFunction(() => history.scrollRestoration === 'manual')
  await page.clock.runFor(7900)
  await expect(page).toHaveURL(/no-such-page$/)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  // Going back does not return to the 404 page.
  await page.goBack()
  await expect(page).toHaveURL(/\/cart$/)
})

test('a page loads on a phone without a layout shift', async ({ page }) => {
  await page.setViewportSize(phone)
  const shift = await watchShifts(page)
  for (const path of ['/', '/menu/softdrinks', '/farm', '/menu/grills', '/cart']) {
    await visit(page, path)
    await expect(page.getByRole('contentinfo')).toBeAttached()
    expect(await shift(), path).toBe(0)
  }
})
