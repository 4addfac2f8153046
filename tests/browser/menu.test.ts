import type { Locator, Page } from '@playwright/test'
import { card, cartLink, expect, opener, test, visit, visitLive } from './ordering.ts'
import { signUp } from './restaurant.ts'
import { expectToast } from './toasts.ts'

const top = (element: Locator) => element.evaluate((here) => Math.round(here.getBoundingClientRect().top))

/** Returns the names of the elements that are compositor layers. */
async function layersOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const told = new Promise<number[]>((resolve) => {
    session.on('LayerTree.layerTreeDidChange', ({ layers }) => {
      if (layers) resolve(layers.flatMap(({ backendNodeId }) => backendNodeId ?? []))
    })
  })
  await session.send('DOM.enable')
  await session.send('LayerTree.enable')
  // Layers are reported with the next painted frame.
  await page.evaluate(() => document.body.style.setProperty('outline', '1px solid'))
  const nodes = await told
  expect(nodes.length).toBeGreaterThan(2)
  const elements = await Promise.all(nodes.map((backendNodeId) => session.send('DOM.describeNode', { backendNodeId })))
  // Stop the reports, which would slow the rest of the test down.
  await session.detach()
  return elements.map(({ node }) => node.nodeName)
}

const categories = {
  breakfast: 'Breakfast',
  combo: 'Combo',
  'extra-sides': 'Extra Sides',
  'fisherman-delight': "Fisherman's Delight",
  grills: 'Grills',
  'hot-beverages': 'Hot Beverages',
  milkshakes: 'Milkshakes',
  'nigerian-soups': 'Nigerian Soups',
  noodles: 'Noodles',
  pasta: 'Pasta',
  pastry: 'Pastry',
  peppersoup: 'Pepper Soup',
  pizza: 'Pizza',
  salad: 'Salad',
  sandwiches: 'Sandwiches',
  shawarma: 'Shawarma',
  smoothies: 'Smoothies',
  softdrinks: 'Soft Drinks',
  suya: 'Suya',
}

test('MENU-1 MENU-5 MENU-7 MENU-17: /menu lists all categories and opens Breakfast, Extra Sides shows the note about its rice dishes, and Pastry and Combo list available dishes first', async ({
  page,
  staff,
}) => {
  await visit(page, '/menu')
  await expect(page).toHaveURL(/\/menu\/breakfast$/)
  const sidebar = page.getByRole('navigation', { name: 'The whole menu' })
  await expect(sidebar.getByRole('link')).toHaveText(Object.values(categories))
  await expect(sidebar.getByRole('link', { name: 'Breakfast' })).toHaveAttribute('aria-current', 'page')

  await test.step('no dish beside the list of categories is a compositor layer of its own', async () => {
    expect((await layersOf(page)).filter((name) => name === 'ARTICLE')).toEqual([])
  })

  await sidebar.getByRole('link', { name: 'Grills' }).click()
  await expect(page).toHaveURL(/\/menu\/grills$/)
  await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
  await expect(sidebar.getByRole('link', { name: 'Grills' })).toHaveAttribute('aria-current', 'page')

  await test.step('the extra sides say that rice comes without protein, and lead to the grills', async () => {
    await sidebar.getByRole('link', { name: 'Extra Sides' }).click()
    const marquee = page.getByRole('link', { name: /Rice dishes do not include protein/ })
    await expect(marquee).toBeVisible()
    await marquee.click()
    await expect(page).toHaveURL(/\/menu\/grills$/)
  })

  await test.step('Hot Beverages has three dishes at their prices', async () => {
    await sidebar.getByRole('link', { name: 'Hot Beverages' }).click()
    await expect(page.getByRole('heading', { name: 'Hot Beverages', level: 1 })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(card(page, 'Flavoured Tea')).toContainText('₦1,500')
    await expect(card(page, 'Tea')).toContainText('₦1,000')
    await expect(card(page, 'Coffee')).toContainText('₦1,500')
  })

  await test.step('Pastry and Combo list available dishes first', async () => {
    await staff.takeOff('meat-pie')
    await sidebar.getByRole('link', { name: 'Pastry' }).click()
    await expect(card(page, 'Meat Pie')).toContainText('Not Available')
    for (const category of ['Pastry', 'Combo']) {
      await sidebar.getByRole('link', { name: category }).click()
      await expect(page.getByRole('heading', { name: category, level: 1 })).toBeVisible()
      const cards = await page.getByRole('article').allInnerTexts()
      const gone = cards.map((text) => text.includes('Not Available'))
      expect(gone.indexOf(true)).toBeGreaterThan(0)
      expect(gone.slice(gone.indexOf(true))).not.toContain(false)
    }
    // Other pages list their dishes in the order of the menu.
    await sidebar.getByRole('link', { name: 'Grills' }).click()
    const fourth = page.getByRole('article').nth(3)
    await expect(fourth).toContainText('Grilled Red Snapper')
    await expect(fourth).toContainText('Not Available')
  })
})

test.describe('the menu is laid out for a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test("MENU-1 MENU-3 MENU-12: a phone lists dishes in low rows, where '+' adds a portion or opens required choices, and categories in a rail", async ({
    page,
  }) => {
    await test.step("'+' adds a portion and becomes the line’s stepper, and the dock shows the cart", async () => {
      await visit(page, '/menu/softdrinks')
      const chapman = card(page, 'Chapman')
      const quantity = chapman.getByRole('group', { name: 'Quantity of Chapman' })
      await expect(quantity).toBeHidden()
      await expect(chapman.getByRole('button')).toHaveCount(2)
      const add = chapman.getByRole('button', { name: 'Add to Cart' })
      const { width = 0, height = 0 } = (await add.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      const before = (await chapman.boundingBox())?.height
      await add.tap()
      await expect(quantity).toHaveText('1')
      await expect(add).toBeHidden()
      // The focus moves to the button that replaces '+', so keyboard users keep their place.
      await expect(chapman.getByRole('button', { name: 'One Chapman more' })).toBeFocused()
      await expect(chapman.getByRole('button', { name: 'One Chapman less' })).toBeDisabled()
      await chapman.getByRole('button', { name: 'One Chapman more' }).tap()
      await expect(quantity).toHaveText('2')
      expect((await chapman.boundingBox())?.height).toBe(before)

      const dock = page.getByRole('complementary', { name: 'Chat and next step' })
      await expect(dock.getByRole('link', { name: /View cart/ })).toContainText('2 items · ₦7,000')
      await dock.getByRole('link', { name: /View cart/ }).tap()
      await expect(page).toHaveURL(/\/cart$/)
    })

    await test.step('the categories are in a rail and in a drop-down, and every row is 138 px high or little more', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Open the menu' }).tap()
      await page.getByRole('navigation', { name: 'Pages and account' }).getByRole('link', { name: 'Menu' }).tap()
      await expect(page).toHaveURL(/\/menu\/breakfast$/)
      const rail = page.getByRole('navigation', { name: 'Menu categories' })
      await expect(rail.getByRole('link')).toHaveCount(19)
      await expect(rail.getByRole('link', { name: 'Breakfast' })).toHaveAttribute('aria-current', 'page')
      const links = page.getByRole('navigation', { name: 'The whole menu' }).getByRole('link')
      await expect(links.first()).toBeHidden()
      await rail.getByRole('button', { name: 'All 19' }).tap()
      await expect(links).toHaveText(Object.values(categories))

      await links.filter({ hasText: 'Nigerian Soups' }).tap()
      await expect(page).toHaveURL(/\/menu\/nigerian-soups$/)
      await expect(card(page, 'Egusi Soup')).toBeVisible()
      await expect(links.first()).toBeHidden()
      await expect(rail.getByRole('link', { name: 'Soups' })).toBeInViewport({ ratio: 1 })

      // The button '+' opens the sheet of a dish with a required choice, and shows the count after the dish is added.
      const egusi = card(page, 'Egusi Soup')
      await egusi.getByRole('button', { name: 'Add to Cart' }).tap()
      const sheet = page.getByRole('dialog', { name: 'Egusi Soup' })
      await sheet.getByRole('radio', { name: 'Eba' }).check()
      await sheet.getByRole('button', { name: /^Add to Cart/ }).tap()
      await expect(sheet).toBeHidden()
      await expect(egusi.getByRole('button', { name: 'In the cart: 1. Add to Cart' })).toBeVisible()
      await expect(egusi.getByRole('group', { name: 'Quantity of Egusi Soup' })).toBeHidden()
      await page.waitForFunction(() => history.state?.sheet === undefined)

      // Rows are about 138 px high, those of sold-out dishes too, with targets of 44 px.
      await rail.getByRole('button', { name: 'All 19' }).tap()
      await links.filter({ hasText: 'Grills' }).tap()
      await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
      const heights = await page
        .getByRole('article')
        .evaluateAll((cards) => cards.slice(1).map((card) => Math.round(card.getBoundingClientRect().height)))
      expect(Math.min(...heights)).toBe(138)
      expect(Math.max(...heights)).toBeLessThanOrEqual(180)
      const snapper = card(page, 'Grilled Red Snapper')
      expect((await snapper.boundingBox())?.height).toBe(138)

      // On a scrolled page the rail of categories is one line at the top, with a drop-down menu of all categories.
      await rail.getByRole('button', { name: 'All 19' }).tap()
      await links.filter({ hasText: 'Suya' }).tap()
      await expect(page.getByRole('heading', { name: 'Suya', level: 1 })).toBeVisible()
      const short = page.locator('a[data-current]')
      // A page that has just been opened may still be too short to scroll.
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, 600))
        await expect(short).toBeInViewport({ ratio: 1, timeout: 1000 })
      }).toPass()
      // The rail may be at a fraction of a pixel.
      expect(Math.round((await short.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await page.getByText('All 19').last().tap()
      await page.getByRole('navigation', { name: 'The whole menu' }).getByRole('link', { name: 'Pizza' }).tap()
      await expect(page).toHaveURL(/\/menu\/pizza$/)
      await expect(short).toBeHidden()
    })

    await test.step('the button that unfolds a group of choices is in the line of the group’s name', async () => {
      await page.getByRole('navigation', { name: 'Menu categories' }).getByRole('button', { name: 'All 19' }).tap()
      await page
        .getByRole('navigation', { name: 'The whole menu' })
        .getByRole('link', { name: categories['fisherman-delight'] })
        .tap()
      await opener(page, 'Peppered Croaker').tap()
      const sheet = page.getByRole('dialog', { name: 'Peppered Croaker' })
      // The wide letter spacing stands for a cheap phone's font.
      await sheet.evaluate((here) => {
        here.style.letterSpacing = '0.08em'
      })
      const group = sheet.getByRole('group', { name: /^Extra sides/ })
      const label = await group.getByText('Extra sides', { exact: true }).elementHandle()
      // Button and label are measured in one call, because the sheet may still be moving.
      const apart = await group.getByRole('button', { name: 'Show extra sides' }).evaluate((opener, label) => {
        const middle = (element: Element) =>
          element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2
        return Math.abs(middle(opener) - middle(label as Element))
      }, label)
      expect(apart).toBeLessThan(12)
    })
  })

  test('MENU-19: the toast after adding a dish can undo the addition', async ({ page }) => {
    await page.clock.install()
    await visit(page, '/menu/softdrinks')
    const chapman = card(page, 'Chapman')
    const add = chapman.getByRole('button', { name: 'Add to Cart' })
    await page.clock.pauseAt(Date.now() + 60_000)
    await add.tap()
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await expect(cartLink(page)).toHaveAccessibleName('Cart')
    await page.clock.resume()
    await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeFocused()
    await expect(add).toBeVisible()
    await expect(page.getByText('Chapman added to cart!')).toBeHidden()
  })
})

test('MENU-3 MENU-4 MENU-19: a dish’s card has picture, name, description, price, stepper and Add to Cart, and an unavailable dish cannot be ordered', async ({
  page,
}) => {
  await visit(page, '/menu/softdrinks')
  const chapman = card(page, 'Chapman')
  await expect(chapman.getByRole('heading', { name: 'Chapman' })).toBeVisible()
  await expect(chapman).toContainText('₦3,500')
  const picture = chapman.locator('img')
  await chapman.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(chapman.getByRole('paragraph').first()).not.toBeEmpty()

  const less = chapman.getByRole('button', { name: 'One Chapman less' })
  const more = chapman.getByRole('button', { name: 'One Chapman more' })
  const quantity = chapman.getByRole('group', { name: 'Quantity of Chapman' })
  await expect(quantity).toHaveText('1')
  await expect(less).toBeDisabled()
  await more.click()
  await more.click()
  await expect(quantity).toHaveText('3')
  await less.click()
  await expect(quantity).toHaveText('2')

  await chapman.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items')
  await expect(quantity).toHaveText('1')
  await expect(less).toBeDisabled()

  await test.step('an unavailable dish is marked, cannot be pressed, and is refused by the server', async () => {
    const wine = card(page, 'Palm Wine')
    const gone = wine.getByRole('button', { name: 'Not Available' })
    await expect(gone).toBeDisabled()
    const [over, picture] = [await gone.boundingBox(), await wine.locator('.dish-picture').boundingBox()]
    expect(over?.y).toBeGreaterThan(picture?.y ?? 0)
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0))
    await expect(wine.getByRole('button')).toHaveCount(1)

    await signUp(page)
    const lines = [{ itemId: 'palm-wine', selection: {}, quantity: 1 }]
    const answer = await page.request.post('/api/quotes', { data: { items: lines } })
    expect(answer.status()).toBe(409)
    expect(await answer.json()).toMatchObject({ detail: 'Palm Wine is not available right now.' })
  })

  await test.step('a very wide screen has four dishes in a row', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const dishes = page.getByRole('article')
    expect(await top(dishes.nth(3))).toBe(await top(dishes.nth(0)))
    expect(await top(dishes.nth(4))).toBeGreaterThan(await top(dishes.nth(0)))
  })

  await test.step('adding a dish of which the cart has the maximum shows no toast', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    const add = chapman.getByRole('button', { name: 'Add to Cart' })
    await page.evaluate(() => {
      const cart = JSON.parse(localStorage.getItem('cart') ?? '')
      cart.items[0].quantity = 99
      localStorage.setItem('cart', JSON.stringify(cart))
    })
    await visit(page, '/menu/softdrinks')
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 99 items')
    await add.click()
    await expect(page.getByText('A cart holds 99 of one dish at most. For more, please call us.')).toBeVisible()
    await expect(page.getByText('Chapman added to cart!')).toBeHidden()
  })
})

test('MENU-4 MENU-6: a dish’s new price or availability appears on open pages, on the next page, and after a time without a network', async ({
  page,
  context,
  staff,
  deskRequest,
}) => {
  await visitLive(page, '/menu/softdrinks')
  let loads = 0
  page.on('load', () => (loads += 1))
  const kunu = card(page, 'Kunu')
  await expect(kunu.getByRole('button', { name: 'Add to Cart' })).toBeEnabled()

  await staff.takeOff('kunu')
  await expect(kunu.getByRole('button', { name: 'Not Available' })).toBeDisabled()
  await expect(kunu.getByRole('button', { name: 'Add to Cart' })).toBeHidden()

  await staff.putBack('kunu')
  await kunu.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')

  // A dish that is sold out until the next opening says when it will be available.
  await staff.takeOff('kunu')
  await expect(kunu.getByRole('button', { name: 'Not Available' })).toBeDisabled()
  await expect(kunu).not.toContainText('Back from')
  await deskRequest.patch('/api/menu-items/kunu', { data: { isAvailable: false, until: 'opening' } })
  await expect(kunu).toContainText('Back from 06:00')
  await expect(card(page, 'Zobo')).toContainText('₦2,000')
  await staff.reprice('zobo', 2750)
  await expect(card(page, 'Zobo')).toContainText('₦2,750')
  expect(loads).toBe(0)

  await page.reload()
  await expect(kunu).toContainText('Back from 06:00')
  await staff.putBack('kunu')
  await expect(kunu).not.toContainText('Back from')
  await expect(card(page, 'Zobo')).toContainText('₦2,750')

  await expect(page.locator('[data-live=open]')).toBeAttached()
  await context.setOffline(true)
  await staff.takeOff('lemonade')
  await staff.reprice('iced-tea', 2600)
  await expect(card(page, 'Lemonade').getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  await context.setOffline(false)
  await expect(card(page, 'Lemonade').getByRole('button', { name: 'Not Available' })).toBeDisabled()
  await expect(card(page, 'Iced Tea')).toContainText('₦2,600')

  await test.step('a dish that becomes unavailable in an open customiser cannot be added', async () => {
    await page.getByRole('link', { name: 'Grills', exact: true }).click()
    await opener(page, 'Asun').click()
    const sheet = page.getByRole('dialog', { name: 'Asun' })
    await sheet.getByRole('radio', { name: /Plantain/ }).check()
    await sheet.getByRole('radio', { name: 'Pepper Sauce' }).check()
    await staff.takeOff('asun')
    await expect(sheet.getByRole('button', { name: 'Not Available' })).toBeDisabled()

    await staff.putBack('asun')
    await expectToast(page, 'Asun added to cart!', () => sheet.getByRole('button', { name: /^Add to Cart/ }).click())
  })
})

const failure = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status: 500, code: 'bug', detail: 'Sorry, something broke on our side.' }),
}

/** A stream with one message, which makes the page read the menu again. */
const resetStream = {
  contentType: 'text/event-stream',
  body: `id: 0\nevent: changes\ndata: ${JSON.stringify({ cursor: '0', reset: true, events: [] })}\n\n`,
}

for (const [category, dish] of [
  ['extra-sides', 'Plantain'],
  ['grills', 'Asun'],
] as const) {
  test(`MENU-18: if the sides on the page ${category} cannot be read again, a toast says so and the dishes stay`, async ({
    page,
  }) => {
    await page.route(`**/api/menu/${category}`, (route) => route.fulfill(failure))
    // The stream ends after its message, and later streams send nothing.
    await page.route('**/api/stream**', () => {})
    await page.route('**/api/stream**', (route) => route.fulfill(resetStream), { times: 1 })
    await page.goto(`/menu/${category}`)
    await expect(page.getByText('Failed to fetch sides. Please try again.')).toBeVisible()
    await expect(card(page, dish).getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
  })
}

test('MENU-18: if a category’s request fails, the page of Grills shows a toast about its sides, and the page of Suya a retry button', async ({
  page,
}) => {
  await visit(page, '/menu/softdrinks')
  await page.route('**/api/menu/*', (route) => route.fulfill(failure))
  await page.getByRole('link', { name: 'Suya', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible()
  await expect(page.getByText('Failed to fetch sides.')).toBeHidden()
  await expectToast(page, 'Failed to fetch sides. Please try again.', () =>
    page.getByRole('link', { name: 'Grills', exact: true }).click(),
  )
  await page.getByRole('link', { name: 'Suya', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This did not load' })).toBeVisible()
  // The page also retries by itself; the button stays until a request succeeds.
  const again = page.waitForRequest('**/api/menu/suya')
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await page.unroute('**/api/menu/*')
  await expect(card(page, 'Beef Suya')).toBeVisible()
})

test('MENU-18: if the dishes of Soft Drinks cannot be read again, the failure is logged and the dishes stay', async ({
  page,
}) => {
  const logged = page.waitForEvent('console', (message) => message.text().includes('something broke on our side'))
  const asked = page.waitForResponse('**/api/menu/softdrinks')
  await page.route('**/api/menu/softdrinks', (route) => route.fulfill(failure))
  await page.route('**/api/stream**', (route) => route.fulfill(resetStream))
  await page.goto('/menu/softdrinks')
  await asked
  expect((await logged).type()).toBe('error')
  await expect(page.getByText('Failed to fetch sides.')).toBeHidden()
  await expect(card(page, 'Chapman').getByRole('button', { name: 'Add to Cart' })).toBeEnabled()
})

test('MENU-2 MENU-6: each of the 19 category paths has its page, other paths are a 404, and a category that leaves the menu disappears from open pages', async ({
  page,
}) => {
  await test.step('each of the 19 paths is a page of its own, and any other a 404', async () => {
    const listed = Object.entries(categories)
    expect(listed.length).toBe(19)
    for (const [path, title] of listed) {
      const answer = await page.request.get(`/menu/${path}`)
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toContain(`>${title.replace("'", '&#x27;')}</h1>`)
    }
    // Swallows and sauces are lists of choices without pages.
    for (const path of ['swallows', 'sauces', 'sushi', 'grills/asun', '..%2Forders']) {
      expect((await page.request.get(`/menu/${path}`, { maxRedirects: 0 })).status(), path).toBe(404)
    }
    const answer = await page.goto('/menu/sushi')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('Page Not Found')).toBeVisible()
  })

  await test.step('the dishes of a category that leaves the menu disappear from the open page', async () => {
    const detail = 'There is no such page of the menu.'
    const gone = {
      status: 404,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'not-found', detail }),
    }
    await page.route('**/api/menu/softdrinks', (route) => route.fulfill(gone))
    await page.route('**/api/stream**', (route) => route.fulfill(resetStream))
    await page.goto('/menu/softdrinks')
    await expect(page.getByText(detail)).toBeVisible()
    await expect(card(page, 'Chapman')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Suya', exact: true })).toBeVisible()
  })
})

test('MENU-1: choosing a category with the keyboard moves the focus to its heading, before its dishes', async ({
  page,
}) => {
  await visit(page, '/menu/softdrinks')
  await page.getByRole('navigation', { name: 'The whole menu' }).getByRole('link', { name: 'Suya' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Suya', level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused()
})

test('FRAME-3: on a phone a toast is at the top, above the added dish', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.clock.install()
  await visit(page, '/menu/softdrinks')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await card(page, 'Malt').getByRole('button', { name: 'Add to Cart' }).click()
  const toast = await page.getByText('Malt added to cart!', { exact: true }).boundingBox()
  const added = await card(page, 'Malt').boundingBox()
  if (!toast || !added) throw new Error('The page has no toast.')
  expect(toast.y).toBeGreaterThanOrEqual(0)
  expect(toast.y + toast.height).toBeLessThanOrEqual(Math.min(added.y, 74))
})

test('MENU-19 FRAME-3: the toast after adding a dish has the text and duration of the dish’s category', async ({
  page,
}) => {
  await page.clock.install()
  await visit(page, '/menu/softdrinks')
  const sidebar = page.getByRole('navigation', { name: 'The whole menu' })
  for (const { category, dish, choice, text, milliseconds } of [
    { category: 'softdrinks', dish: 'Malt', text: 'Malt added to cart!', milliseconds: 3000 },
    { category: 'hot-beverages', dish: 'Coffee', text: 'Added to cart!', milliseconds: 3000 },
    { category: 'nigerian-soups', dish: 'Ofe Nsala', choice: /Eba/, text: 'Added to cart!', milliseconds: 2000 },
    {
      category: 'fisherman-delight',
      dish: 'Fried Calamari',
      choice: /Yam/,
      text: 'Added to cart!',
      milliseconds: 2000,
    },
  ] as const) {
    await test.step(`adding ${dish} shows '${text}' for ${milliseconds} ms`, async () => {
      await sidebar.getByRole('link', { name: categories[category] }).click()
      let add = card(page, dish).getByRole('button', { name: 'Add to Cart' })
      if (choice) {
        await add.click()
        const sheet = page.getByRole('dialog', { name: dish })
        await sheet.getByRole('radio', { name: choice }).check()
        add = sheet.getByRole('button', { name: /^Add to Cart/ })
      }
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
      await add.click()

      const toast = page.getByText(text, { exact: true })
      await expect(toast).toBeVisible()
      await page.clock.runFor(milliseconds - 1)
      await expect(toast).toBeVisible()
      await page.clock.runFor(1)
      await expect(toast).toBeHidden()
      await page.clock.resume()
      await page.waitForFunction(() => history.state?.sheet === undefined)
    })
  }
})

test.describe('the menu works without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('MENU-1 MENU-3: without scripts the menu can be read and its links followed', async ({ page }) => {
    await page.goto('/menu/grills')
    const grills = page.getByRole('article')
    await expect(grills).toHaveCount(25)
    for (const text of ['Grilled Croaker', 'Whole croaker, pepper rub, charcoal, onions on top.', '₦21,000']) {
      await expect(grills.first()).toContainText(text)
    }
    await expect(card(page, 'Half Grilled Chicken')).toContainText('₦14,500')
    await expect(card(page, 'Grilled Red Snapper')).toContainText('Not Available')
    await expect(page.getByText('Loading')).toBeHidden()

    await page.getByRole('link', { name: 'Pizza', exact: true }).click()
    // The card shows the price of the preset size.
    await expect(card(page, 'Margherita')).toContainText('₦8,500')
  })
})
