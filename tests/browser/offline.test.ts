import type { Page } from '@playwright/test'
import { type Front, openFront } from './front.ts'
import { codeOf, placeOrder, test as restaurantTest } from './order-desk.ts'
import { amount, card, cartLink, expect, line, visit } from './ordering.ts'
import { addPlain, openRestaurant, signUp } from './restaurant.ts'

/** `front` stands before the restaurant: what a browser knows of it goes with the port. */
const test = restaurantTest.extend<{ front: Front }>({
  front: async ({ restaurant }, use) => {
    const front = await openFront(restaurant.url)
    await use(front)
    await front.stop()
  },
  baseURL: ({ front }, use) => use(front.url),
})

test.use({ serviceWorkers: 'allow' })

/** Until what can be read without a network is kept: the page that is open, and the one that says so. */
async function kept(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  const isKept = (paths: readonly string[]) =>
    page.evaluate(async (paths) => {
      const found = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })))
      return navigator.serviceWorker.controller !== null && found.every(Boolean)
    }, paths)
  await expect.poll(() => isKept(['/offline', path])).toBe(true)
}

/** Everything this browser keeps beyond the page, as one text. */
async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        texts.push(request.url)
        const response = await cache.match(request)
        if (/text|json/.test(response?.headers.get('content-type') ?? '')) texts.push((await response?.text()) ?? '')
      }
    }
    const answers = await new Promise<unknown[]>((resolve) => {
      const opening = indexedDB.open('buka-cache')
      // Looking must not make one.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => resolve([])
      opening.onsuccess = () => {
        const all = opening.result.transaction('answers').objectStore('answers').getAll()
        all.onsuccess = () => {
          opening.result.close()
          resolve(all.result)
        }
      }
    })
    return [...texts, JSON.stringify(answers)].join('\n')
  })
}

test('LIVE-5: what was visited opens without a network: menu, cart and own orders', async ({ page, front }) => {
  await signUp(page)
  const order = await placeOrder(page)
  await addPlain(page, 'softdrinks', 'Pepsi')
  await kept(page)
  await page.goto('/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect.poll(() => everythingKept(page)).toContain(order.id)
  await visit(page, '/menu/breakfast')
  await expect.poll(() => everythingKept(page)).toContain('Waffles and Honey')
  await kept(page)

  front.down = true
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  // The cart was never opened before, and opens anew as well.
  await cartLink(page).click()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await page.reload()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await line(page, 'Pepsi').getByRole('button', { name: 'One Pepsi more' }).click()
  await expect(amount(page, 'Subtotal')).toHaveText('₦2,400')
  await page.goto('/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^ada/ })).toBeVisible()

  front.down = false
  await page.reload()
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
})

test('LIVE-5: cart and orders open without a network where only the menu was visited', async ({ page, context }) => {
  await visit(page, '/menu/softdrinks')
  await kept(page)
  await context.setOffline(true)
  await card(page, 'Pepsi')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await cartLink(page).click()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await page.reload()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
})

test('LIVE-5: a page never visited says that it needs the network, and what can be read instead', async ({
  page,
  context,
}) => {
  await visit(page, '/menu/softdrinks')
  await kept(page)
  await context.setOffline(true)
  await page.goto('/menu/grills')
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible()
  const readable = page.getByRole('navigation', { name: 'What you can read now' })
  await expect(readable.getByRole('link')).toHaveText(['Your cart', 'Your orders', 'Soft Drinks'])
  await readable.getByRole('link', { name: 'Soft Drinks' }).click()
  await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeVisible()

  // By a link as well, and it comes by itself when the network is back.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
})

test('LIVE-5: what needs the network says so in its place, before it is tried', async ({ page, context }) => {
  await addPlain(page, 'softdrinks', 'Pepsi')
  await kept(page)
  await cartLink(page).click()
  const note = page.getByText('Paying needs the network. Your cart is safe until it is back.')
  await expect(page.getByRole('button', { name: 'Login to Checkout' })).toBeVisible()
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Login to Checkout' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('dialog').getByText('Logging in needs the network.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeVisible()
  await context.setOffline(false)
  await expect(note).toBeHidden()
})

test('LIVE-5: on a network that stands still the page of before comes within seconds', async ({ page, front }) => {
  await visit(page, '/menu/softdrinks')
  await kept(page)
  front.slow = true
  const began = Date.now()
  await page.reload()
  await expect(card(page, 'Pepsi')).toBeVisible()
  expect(Date.now() - began).toBeLessThan(6000)
})

test('LIVE-5: a price changed meanwhile is right as soon as the network is back', async ({ page, front, staff }) => {
  await visit(page, '/menu/softdrinks')
  await kept(page)
  front.down = true
  await staff.reprice('pepsi', 1350)
  await page.reload()
  await expect(card(page, 'Pepsi')).toContainText('₦1,200')
  front.down = false
  await expect(card(page, 'Pepsi')).toContainText('₦1,350', { timeout: 15_000 })
})

test('LIVE-5: nothing of one customer is left for the next, in whichever tab they sign out', async ({
  page,
  context,
}) => {
  const ada = await signUp(page)
  const order = await placeOrder(page, { contactPhone: '08035550199' })
  await visit(page, '/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await kept(page)
  await expect.poll(() => everythingKept(page)).toContain(ada.username)
  await expect.poll(() => everythingKept(page)).toContain(order.id)

  const other = await context.newPage()
  await visit(other, '/account')
  await other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByText('Signed out successfully!')).toBeVisible()

  // The first tab forgets without being touched.
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  for (const mark of [ada.username, ada.phone.slice(1), order.id, '8035550199', 'Admiralty']) {
    await expect.poll(() => everythingKept(page), { message: mark }).not.toContain(mark)
  }
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await expect(page.getByText(codeOf(order))).toHaveCount(0)
})

test('LIVE-5: where the session turns out to be somebody else’s, the first one’s orders are gone', async ({ page }) => {
  await signUp(page)
  const order = await placeOrder(page)
  await visit(page, '/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect.poll(() => everythingKept(page)).toContain(order.id)

  // Signed in as another one, and no page of ours had a part in it.
  const bola = await signUp(page)
  await visit(page, '/orders')
  await expect(page.getByRole('button', { name: bola.username })).toBeVisible()
  await expect(page.getByText('No pending orders.')).toBeVisible()
  await expect.poll(() => everythingKept(page)).not.toContain(order.id)
})

test('LIVE-5: without IndexedDB, or with one that is cleared or full, the restaurant is as usable as ever', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      if (sessionStorage.getItem('full')) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    if (sessionStorage.getItem('none')) Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await visit(page, '/menu/softdrinks')
  await expect.poll(() => everythingKept(page)).toContain('Pepsi')
  await page.evaluate(() => indexedDB.deleteDatabase('buka-cache'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  for (const trouble of ['full', 'none']) {
    await page.evaluate((trouble) => sessionStorage.setItem(trouble, 'yes'), trouble)
    await visit(page, '/menu/softdrinks')
    await card(page, 'Pepsi')
      .getByRole('button', { name: /Add to Cart/ })
      .click()
    await expect(page.getByText('Pepsi added to cart!')).toBeVisible()
  }
})

test('LIVE-5: a new version is offered, never forced, and open pages of the old one go on', async ({
  page,
  context,
  front,
}) => {
  await visit(page, '/menu/grills')
  await kept(page)
  const other = await context.newPage()
  await visit(other, '/cart')

  front.build = 'later'
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const notice = page.getByText('A new version is ready.')
  await expect(notice).toBeVisible()
  await expect(other.getByText('A new version is ready.')).toBeVisible()

  // Not in the middle of a payment: there it waits until that is over.
  const third = await context.newPage()
  await visit(third, '/payment')
  await expect(third.getByRole('heading', { name: 'Please log in first' })).toBeVisible()
  await expect(third.getByText('A new version is ready.')).toBeHidden()
  await third.getByRole('contentinfo').getByRole('link', { name: 'Menu' }).click()
  await expect(third.getByText('A new version is ready.')).toBeVisible()
  await third.close()

  await page.getByRole('button', { name: 'Later' }).click()
  await expect(notice).toBeHidden()

  await other.getByRole('button', { name: 'Reload' }).click()
  await expect(other.getByText('A new version is ready.')).toBeHidden()
  // The tab that did not ask goes on, with parts that the server has no more.
  front.gone = /customiser/
  await card(page, 'Half Grilled Chicken')
    .getByRole('button', { name: /Add to Cart|Customise/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(notice).toBeVisible()
})

test('LIVE-5: a part that the later build has no more brings the new version, and no dead button', async ({
  page,
  front,
}) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: undefined }))
  await visit(page, '/menu/grills')
  front.gone = /panel/
  await page.waitForTimeout(500)
  const reloaded = page.waitForEvent('framenavigated')
  await page
    .getByRole('button', { name: 'Account' })
    .or(page.getByRole('button', { name: 'Log in' }))
    .first()
    .click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Log in' }).click()
  await reloaded
})

test('LIVE-5: the server can take the worker back, and what it kept', async ({ page, restaurant }) => {
  const before = await openFront(restaurant.url)
  const off = await openRestaurant({ SERVICE_WORKER: 'off' })
  try {
    await visit(page, `${before.url}/menu/softdrinks`)
    await kept(page)
    before.restaurant = off.url
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await visit(page, `${before.url}/menu/softdrinks`)
    await expect(card(page, 'Pepsi')).toBeVisible()
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  } finally {
    await before.stop()
    await off.stop()
  }
})

test('news of an order is offered beside it, and the browser asks only after a tap', async ({ page }) => {
  await page.addInitScript(() => {
    // There is no push service behind this browser: what it would give stands in.
    const given = { endpoint: 'https://fcm.googleapis.com/fcm/send/a-browser-of-the-tests' }
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const calls: string[] = []
    let subscription: object | null = null
    Object.assign(window, { calls })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        calls.push(`subscribe ${applicationServerKey.length}`)
        subscription = { ...given, toJSON: () => ({ ...given, expirationTime: null, keys }) }
        return subscription
      },
    })
    Object.defineProperty(Notification, 'permission', { value: 'default' })
    Notification.requestPermission = async () => {
      calls.push('asked')
      return 'granted'
    }
  })
  const calls = () => page.evaluate(() => (window as unknown as { calls: string[] }).calls)
  await signUp(page)
  await visit(page, '/orders')
  await kept(page)
  await expect(page.getByText('No pending orders.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notify Me' })).toBeHidden()

  await placeOrder(page)
  await visit(page, '/orders')
  await expect(page.getByRole('button', { name: 'Notify Me' })).toBeVisible()
  expect(await calls()).toEqual([])
  const saved = page.waitForResponse('**/api/push-subscriptions')
  await page.getByRole('button', { name: 'Notify Me' }).click()
  expect((await saved).status()).toBe(204)
  await expect(page.getByText('We notify you here and on your phone when your food is ready.')).toBeVisible()
  expect(await calls()).toEqual(['asked', 'subscribe 87'])
})
