import type { Page } from '@playwright/test'
import type { Home } from '#contract/home.ts'
import type { Site } from '#contract/site.ts'
import { clearBoard, codeOf, placeOrder, test } from './order-desk.ts'
import { visit, visitLive } from './ordering.ts'
import { expect, signUp } from './restaurant.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const phone = { width: 360, height: 740 }
const still = { reducedMotion: 'reduce' } as const

const carousel = (page: Page) => page.getByRole('region', { name: 'From the fire' })
const dot = (page: Page, number: number) =>
  carousel(page).getByRole('button', { name: new RegExp(`^Slide ${number}:`) })
const slide = (page: Page, number: number) =>
  carousel(page).getByRole('group', { name: `${number} of 11`, exact: true })

async function isStored(key: string): Promise<boolean> {
  // Opening a missing database would create it.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'buka-cache')) return false
  return new Promise((resolve) => {
    const opening = indexedDB.open('buka-cache')
    opening.onsuccess = () => {
      const counting = opening.result.transaction('answers').objectStore('answers').count(key)
      opening.result.close()
      counting.onsuccess = () => resolve(counting.result > 0)
    }
  })
}

/** Opens home, waits until the carousel is hydrated, and scrolls it to the middle of the screen. */
async function watch(page: Page): Promise<void> {
  await visit(page, '/')
  await expect(slide(page, 2)).toHaveAttribute('inert', '')
  await carousel(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

test('HOME-1: the promise in the hero follows the kitchen load, and is missing during a pause', async ({
  page,
  restaurant,
  desk,
  deskRequest,
  customer,
}) => {
  // With open orders of other tests the promise would already be at its longest.
  await clearBoard(restaurant, desk)
  const setCapacity = async (capacity: number) => {
    expect((await deskRequest.patch('/api/kitchen-load', { data: { capacity } })).ok()).toBe(true)
  }
  await visit(page, '/')
  await expect(page.getByText(/10 to 45 minutes/).first()).toBeVisible()
  await expect(page.getByText(/Open 24 hours/).first()).toBeVisible()

  /** Returns the hero's promised time, in minutes from now. */
  async function promised() {
    const time = page.getByRole('main').getByText('Ready by').getByRole('time')
    // Read immediately, because an event may change the time.
    const [iso, shown] = await time.evaluate((element: HTMLTimeElement) => [element.dateTime, element.textContent])
    const lagos = new Date(Date.parse(iso) + 3_600_000)
    expect(shown).toBe(lagos.toISOString().slice(11, 16))
    return (Date.parse(iso) - Date.now()) / 60_000
  }
  const before = await promised()
  expect(before).toBeGreaterThan(9)
  expect(before).toBeLessThan(46)

  // Orders of other tests also change the promise, by the learned correction. Five orders fill this kitchen, which
  // lengthens the promise whatever the correction is.
  await setCapacity(5)
  const orders = []
  for (let count = 0; count < 5; count++) orders.push(await desk.pay(await placeOrder(customer)))
  await visit(page, '/')
  await expect.poll(promised).toBeGreaterThan(before + 2)
  await setCapacity(20)
  for (const order of orders) await desk.cancel(order, 'Only a test')

  await page.setViewportSize(phone)
  const shown = page.getByText(/^Opens again (\w+day )?\d\d:\d\d$/).and(page.locator(':visible'))
  try {
    // The page says when the pause ends, and shows no pause after that time.
    const pausedUntil = new Date(Date.now() + 20_000).toISOString()
    await deskRequest.patch('/api/kitchen-load', { data: { paused: 'The grill is being cleaned.', pausedUntil } })
    await expect(page.getByText(/^The grill is being cleaned\. Orders open again .*\d\d:\d\d\.$/)).toBeVisible()
    await expect(shown).toBeVisible()
    await expect(shown).toHaveCount(0, { timeout: 60_000 })
    await expect(page.getByText('The grill is being cleaned.')).toBeHidden()
  } finally {
    await deskRequest.patch('/api/kitchen-load', { data: { paused: null } })
  }
})

test('TRACK-2: a customer sees the open order on the home page, and orders the last order again through the cart', async ({
  page,
  desk,
  database,
}) => {
  await signUp(page)
  await visitLive(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The fire/)

  const order = await placeOrder(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${codeOf(order)}`)
  await expect(page.getByRole('link', { name: 'Follow my order' })).toHaveAttribute(
    'href',
    `/orders?order=${order.orderId}`,
  )
  await expect(page.getByRole('heading', { name: /The fire/ })).toBeHidden()

  // The page shows the stored answer while its requests fail.
  let lost = 0
  await page.route('**/api/orders', (route) => {
    lost += 1
    return route.abort('connectionreset')
  })
  await expect.poll(() => page.evaluate(isStored, '["GET /api/orders"]')).toBe(true)
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your order ${codeOf(order)}`)
  const before = lost
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // A query fails after two retries, so a fourth request shows that the page keeps trying.
  await expect.poll(() => lost).toBeGreaterThan(before + 2)
  await expect.poll(() => lost).toBeGreaterThan(before + 3)
  await expect(page.getByRole('heading', { name: /The fire/ })).toBeHidden()
  await page.unroute('**/api/orders')

  await desk.complete(await desk.markReady(await desk.start(await desk.pay(order))))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good .*, ada\.$/)
  await expect(page.getByRole('heading', { name: 'Today’s order' })).toBeVisible()
  await database.query(`update orders set created_at = '2026-01-31 12:00+01' where id = $1`, [order.orderId])
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: 'Your order of 31 Jan 2026' })).toBeVisible()
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page.getByRole('button', { name: "I've Made the Transfer" })).toBeVisible()
})

test('HOME-2 HOME-3 HOME-4: each of the eleven slides has its text and Order Now, and under reduced motion nothing moves without a press', async ({
  page,
}) => {
  // Under reduced motion, a press on a dot shows its slide without an animation.
  await page.emulateMedia(still)
  await page.clock.install()
  await watch(page)
  await page.clock.runFor(30_000)
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true')
  const moving = await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running'))
  expect(moving).toEqual([])
  // No line and no category is shown twice while nothing moves.
  await expect(
    page.getByText('Open 24 hours, every day').and(page.locator('a *')).filter({ visible: true }),
  ).toHaveCount(1)
  await expect(page.getByRole('main').getByText('Shawarma', { exact: true }).filter({ visible: true })).toHaveCount(1)

  const { slides } = (await (await page.request.get('/api/home')).json()) as Home
  expect(slides).toHaveLength(11)
  expect(slides.filter((each) => 'film' in each)).toHaveLength(1)
  for (const [index, { headline, banter, to, offer }] of slides.entries()) {
    await dot(page, index + 1).click()
    const here = slide(page, index + 1)
    await expect(here).toBeInViewport({ ratio: 0.9 })
    await expect(here.getByRole('heading', { name: headline })).toBeVisible()
    await expect(here.getByText(banter)).toBeVisible()
    // The link to the whole menu opens the category that leads the menu at this hour.
    await expect(here.getByRole('link', { name: 'Order Now' })).toHaveAttribute(
      'href',
      to === '/menu' ? /^\/menu\/[a-z-]+$/ : to,
    )
    await expect(here.getByText('Special offer')).toHaveCount(offer ? 1 : 0)
    expect(to).toMatch(/^\/menu(\/[a-z-]+)?$/)
  }
  const offer = slides.find((each) => each.offer)
  expect(offer).toMatchObject({ headline: expect.stringMatching(/free jollof/i), to: '/menu/grills' })
  const number = slides.findIndex((each) => each.offer) + 1
  await dot(page, number).click()
  await expect(slide(page, number)).toBeInViewport({ ratio: 0.9 })
  await slide(page, number).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
})

test("HOME-1 HOME-2: 'Pick a dish' opens the category that leads the menu at this hour, and the carousel advances every 5 s and can be paused, swiped and used by keys", async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-11-20T20:00:00Z') })
  await watch(page)
  await test.step("'Pick a dish' leads to the category of the hour", async () => {
    const order = page.getByRole('main').getByRole('link', { name: 'Pick a dish' }).first()
    await expect(order).toHaveAttribute('href', '/menu/grills')
    const strip = page.getByRole('region', { name: 'What is calling you?' })
    await expect(strip.getByRole('listitem').first()).toHaveText('Grills')
  })

  await page.clock.runFor(4900)
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(200)
  await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(5000)
  await expect(dot(page, 3)).toHaveAttribute('aria-current', 'true')

  await dot(page, 11).click()
  await expect(slide(page, 11)).toBeInViewport({ ratio: 0.9 })
  await page.mouse.move(0, 0)
  await page.clock.runFor(30_000)
  await expect(dot(page, 11)).toHaveAttribute('aria-current', 'true')
  await expect(slide(page, 11).getByRole('link')).toBeVisible()

  await carousel(page).getByRole('button', { name: 'Let the slides run' }).click()
  await page.mouse.move(0, 0)
  await page.getByRole('heading', { level: 1 }).click({ force: true, position: { x: 1, y: 1 } })
  await carousel(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  // Steps of one second leave time for the next press before the slide changes.
  const second = async () => {
    await page.clock.runFor(1000)
    return dot(page, 1).getAttribute('aria-current')
  }
  await expect.poll(second).toBe('true')

  await carousel(page).getByRole('button', { name: 'Pause the slides' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true')

  await slide(page, 1).evaluate(({ parentElement }) => parentElement?.scrollBy({ left: 200 }))
  await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true')
  await expect(slide(page, 2)).toBeInViewport({ ratio: 0.9 })

  await dot(page, 2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dot(page, 3)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('End')
  await expect(dot(page, 11)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Home')
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true')
  // Slides out of view cannot be focused.
  await expect(carousel(page).locator('[role=group]:not([inert])').getByRole('link')).toHaveCount(1)
})

/** Returns the seconds of one iteration of the element's animation; 0 if the animation ends. */
const secondsOf = (element: Element) => {
  const animation = document.getAnimations().find(({ effect }) => (effect as KeyframeEffect).target?.contains(element))
  const { duration, iterations } = animation?.effect?.getTiming() ?? {}
  return iterations === Infinity ? Number(duration) / 1000 : 0
}

test('HOME-3 HOME-4 HOME-5 HOME-6 HOME-7: each section of the home page has its content, the marquee repeats every 15 s, the category row every 50 s', async ({
  page,
}) => {
  await visit(page, '/')
  await test.step('How It Works has five steps', async () => {
    const steps = page
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { name: 'Sign up' }) })
      .getByRole('listitem')
    await expect(steps).toHaveCount(5)
    for (const [index, words] of [
      /sign up/i,
      /browse and order/i,
      /bank transfer.*one of two accounts/is,
      /payment is confirmed/i,
      /live.*orders tab/is,
    ].entries()) {
      await expect(steps.nth(index)).toContainText(words)
    }

    await test.step('the page has About with its film, testimonials, and a footer with hours, map and social links', async () => {
      const { about, testimonials } = (await (await page.request.get('/api/home')).json()) as Home
      const section = page.getByRole('region', { name: about.title })
      await expect(section.getByRole('button', { name: new RegExp(`Play.*${about.film?.title}`) })).toBeVisible()
      const said = page.getByRole('region', { name: 'What people say' })
      for (const { name, text } of testimonials) {
        await expect(said.getByRole('figure').filter({ hasText: name })).toContainText(text)
      }
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByText('Open 24 hours, every day')).toBeVisible()
      await expect(footer.getByRole('link', { name: /Victoria Island/ })).toHaveAttribute('href', /openstreetmap/)
      for (const name of ['Instagram', 'X', 'TikTok', 'Facebook']) {
        await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^https:/)
      }
    })
  })

  await test.step('the marquee repeats every 15 s, and can be paused', async () => {
    const line = page.getByRole('link', { name: /Free jollof with every grill.*Open 24 hours/s })
    expect(await line.locator('span').nth(1).evaluate(secondsOf)).toBe(15)
    const left = () =>
      line
        .locator('span')
        .first()
        .evaluate((element) => element.getBoundingClientRect().left)
    const before = await left()
    await expect.poll(left).not.toBe(before)
    await page.getByRole('button', { name: 'Pause the line' }).click()
    await page.mouse.move(0, 0)
    const paused = await left()
    await page.waitForTimeout(300)
    expect(await left()).toBe(paused)
    await page.getByRole('button', { name: 'Let the line run' }).click()
    await page.mouse.move(0, 0)
    await expect.poll(left).not.toBe(paused)
  })

  const strip = page.getByRole('region', { name: 'What is calling you?' })
  const { categories } = (await (await page.request.get('/api/site')).json()) as Site
  await expect(strip.getByRole('listitem')).toHaveCount(19)
  const links = strip.getByRole('listitem').getByRole('link')
  expect(await links.first().evaluate(secondsOf)).toBe(50)
  await expect(strip.locator('li')).toHaveCount(2 * 19)
  await expect(strip.locator('[aria-hidden] a:not([tabindex="-1"])')).toHaveCount(0)
  const hrefs = await links.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  // The category that leads the menu at this hour is first; the others follow in the menu's order.
  const first = categories.filter(({ title }) => decodeURIComponent(hrefs[0] ?? '') === `/menu/${title.toLowerCase()}`)
  const order = [...first, ...categories.filter((category) => !first.includes(category))]
  expect(hrefs.map(decodeURIComponent)).toEqual(order.map(({ title }) => `/menu/${title.toLowerCase()}`))
  const answers = await Promise.all(hrefs.map((href) => page.request.get(href)))
  expect(answers.map((answer) => [answer.status(), new URL(answer.url()).pathname])).toEqual(
    order.map(({ id }) => [200, `/menu/${id}`]),
  )
  await expect(strip.getByRole('link', { name: 'View Full Menu' })).toHaveAttribute('href', '/menu')

  await test.step('the resumed row of categories continues from its scroll position', async () => {
    const press = (name: string) => strip.getByRole('button', { name })
    await press('Pause the categories').click()
    // Measure and press in one call, because the row would move between two calls on a busy machine.
    const moved = await press('Let the categories run').evaluate((button: HTMLElement) => {
      const strip = button.closest('section')
      const row = strip?.lastElementChild
      const first = strip?.querySelector('li')
      if (!row || !first) throw new Error('no row')
      row.scrollLeft = 700
      const before = first.getBoundingClientRect().left
      button.click()
      return Math.abs(first.getBoundingClientRect().left - before)
    })
    expect(moved).toBeLessThan(2)
    const left = () =>
      strip
        .locator('li')
        .first()
        .evaluate((element) => element.getBoundingClientRect().left)
    const before = await left()
    await expect.poll(left).toBeLessThan(before - 1)
  })

  // Keyboard focus stops the row and brings the focused link into view.
  await strip.getByRole('link', { name: 'View Full Menu' }).focus()
  await page.keyboard.press('Tab')
  await expect(links.first()).toBeFocused()
  await expect(strip.getByRole('button', { name: 'Let the categories run' })).toBeVisible()
  const softDrinks = strip.getByRole('link', { name: 'Soft Drinks' })
  while (!(await softDrinks.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab')
  await expect(softDrinks).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/menu\/softdrinks$/)
  await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeVisible()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await test.step("the Bestseller strip is shown, and 'See Our Full Menu' leads to the grills", async () => {
    await expect(page.getByRole('heading', { name: 'Bestseller' })).toBeVisible()
    expect(await page.getByRole('article').count()).toBeGreaterThan(3)
    await page.getByRole('link', { name: 'See Our Full Menu' }).click()
    await expect(page).toHaveURL(/\/menu\/grills$/)
    await expect(page.getByRole('heading', { name: 'Grills', level: 1 })).toBeVisible()
  })
})

/** Returns the transferred bytes by address, a map that grows. */
async function weigh(page: Page): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page)
  const addresses = new Map<string, string>()
  const bytes = new Map<string, number>()
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(addresses.get(requestId) ?? requestId, encodedDataLength),
  )
  return bytes
}

const sum = (bytes: Map<string, number>) => [...bytes.values()].reduce((total, each) => total + each, 0)

test.describe('home and menu load little data on a phone', () => {
  test.use({ viewport: phone, deviceScaleFactor: 2 })

  async function weighFirstView(page: Page, path: string): Promise<void> {
    const bytes = await weigh(page)
    await visit(page, path)
    await page.waitForTimeout(3000)
    const heaviest = [...bytes].sort(([, one], [, other]) => other - one)
    expect(sum(bytes), JSON.stringify(heaviest)).toBeLessThan(200_000)
    expect(sum(bytes)).toBeGreaterThan(80_000)
    for (const [address, weight] of bytes) {
      if (/-480\.avif$/.test(address)) expect(weight, address).toBeLessThan(14_000)
    }
  }

  for (const path of ['/menu', '/menu/grills']) {
    test(`the first view of ${path} weighs 200 kB at most, pictures included`, ({ page }) => weighFirstView(page, path))
  }

  test('the first view of / weighs 200 kB at most with pictures, and shows a visitor two dishes with prices and the button to order', async ({
    page,
  }) => {
    await weighFirstView(page, '/')
    const prices = await page
      .getByRole('article')
      .evaluateAll((cards) =>
        cards.map((card) => ({ bottom: card.getBoundingClientRect().bottom, text: card.textContent })),
      )
    const above = prices.filter(({ bottom }) => bottom <= 900 - 76)
    expect(above.length).toBeGreaterThanOrEqual(2)
    expect(above.every(({ text }) => /₦[\d,]+/.test(text ?? ''))).toBe(true)
    const dock = page.getByRole('complementary', { name: 'Chat and next step' })
    await expect(dock.getByRole('link', { name: /Pick a dish.*ready by/ })).toHaveAttribute('href', /^\/menu\/[a-z-]+$/)
    await page.setViewportSize({ width: 320, height: 740 })
    const beginnings = await dock.getByRole('link', { name: 'Pick a dish' }).evaluate((link) =>
      [...link.children].map((line) => {
        const words = document.createRange()
        words.selectNodeContents(line)
        return words.getBoundingClientRect()
      }),
    )
    const [order, ready] = beginnings
    expect(ready?.y === order?.y || ready?.x === order?.x, 'in two lines, both begin at the left').toBe(true)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  test('under Save-Data the home page fetches no film and prefetches nothing, and its slides wait for a press', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const bytes = await weigh(page)
    await watch(page)
    await page.waitForTimeout(3000)
    const addresses = [...bytes.keys()]
    expect(addresses.filter((address) => /\.(webm|mp4)$|customiser/.test(address))).toEqual([])
    await expect(carousel(page).getByRole('button', { name: 'Let the slides run' })).toBeVisible()
    await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true')
  })
})
