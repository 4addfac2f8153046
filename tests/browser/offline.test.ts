import type { Page } from '@playwright/test'
import { checkNarrow } from './accessible.ts'
import { openFront, test } from './front.ts'
import { codeOf, placeOrder } from './order-desk.ts'
import { amount, card, cartLink, expect, line, visit } from './ordering.ts'
import { openRestaurant, signUp } from './restaurant.ts'
import { expectToast } from './toasts.ts'

test.use({ serviceWorkers: 'allow' })

async function cached(page: Page, path = new URL(page.url()).pathname): Promise<void> {
  const areCached = (paths: readonly string[]) =>
    page.evaluate(async (paths) => {
      const found = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })))
      return navigator.serviceWorker.controller !== null && found.every(Boolean)
    }, paths)
  await expect.poll(() => areCached(['/offline', path])).toBe(true)
}

async function storedText(page: Page): Promise<string> {
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
      // Reading must not create the database.
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

async function replaceAnswer(page: Page, key: string, text: string): Promise<void> {
  await page.evaluate(
    ([key, text]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('buka-cache')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('answers', 'readwrite')
          const answers = transaction.objectStore('answers')
          const reading = answers.get(key as string)
          // There is no result if the page has already dropped the answer after an earlier damage.
          reading.onsuccess = () => reading.result && answers.put({ ...reading.result, text })
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    [key, text],
  )
}

test('LIVE-5: visited menu pages, the cart and the customer’s orders open offline, and only a damaged cached answer is dropped', async ({
  page,
  front,
}) => {
  await signUp(page)
  const order = await placeOrder(page)
  await visit(page, '/menu/softdrinks')
  await card(page, 'Pepsi').getByRole('button', { name: 'Add to Cart' }).click()
  await cached(page)
  await page.goto('/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect.poll(() => storedText(page)).toContain(order.orderId)
  await visit(page, '/menu/breakfast')
  await expect.poll(() => storedText(page)).toContain('Waffles and Honey')
  await cached(page)

  front.down = true
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  // The cart opens without an earlier visit, and can be reloaded.
  await cartLink(page).click()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await page.reload()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await line(page, 'Pepsi').getByRole('button', { name: 'One Pepsi more' }).click()
  await expect(amount(page, 'Subtotal')).toHaveText('₦2,400')
  await page.goto('/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^ada/ })).toBeVisible()

  // Repeat until the stored answer stays damaged, because the page may store a fresh answer over it.
  await expect(async () => {
    await replaceAnswer(page, '["GET /api/orders"]', '{"orders":[{}]}')
    await page.reload()
    await expect(page.getByRole('button', { name: /^ada/ })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Connection failed.', { timeout: 20_000 })
  }).toPass()

  front.down = false
  await page.reload()
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
})

test('LIVE-5 TRACK-1: on a phone with a wrong clock, an order reloaded offline shows its ready-by time again when the network is back', async ({
  page,
  front,
}) => {
  await page.clock.install({ time: Date.now() + 2 * 60 * 60_000 })
  await signUp(page)
  const order = await placeOrder(page)
  await page.goto('/orders')
  const article = page.getByRole('article').filter({ hasText: codeOf(order) })
  await expect(article).toContainText('Ready by')
  await cached(page)
  await expect.poll(() => storedText(page)).toContain(order.orderId)

  front.down = true
  await page.reload()
  await expect(article).toContainText('Your time comes')
  await expect(page.getByText('You are offline.')).toBeVisible()
  front.down = false
  await expect(page.getByText('You are offline.')).toBeHidden()
  await expect(article).toContainText('Ready by')
})

test('LIVE-5: after a visit to the menu alone, pictures, cart and orders page open offline, and controls that need the network say so', async ({
  page,
  context,
}) => {
  await visit(page, '/menu/softdrinks')
  await cached(page)
  const seen = () =>
    page.evaluate(async () =>
      (await (await caches.open('buka-pictures')).keys()).map(({ url }) => new URL(url).pathname),
    )
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(1)
  const [first = ''] = await seen()
  await context.setOffline(true)
  const load = (address: string) =>
    page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return image.naturalWidth
    }, address)
  const widths = await Promise.all([first, first.replace(/-\d+\./, '-1080.')].map(async (path) => await load(path)))
  expect(widths[1]).toBe(widths[0])
  expect(await load('/media/never-seen-0000-480.avif')).toBe(480)

  await card(page, 'Pepsi')
    .getByRole('button', { name: /Add to Cart/ })
    .click()
  await cartLink(page).click()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await page.reload()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
  await page.goto('/orders')
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()

  await context.setOffline(false)
  await visit(page, '/cart')
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

test('LIVE-5: if the offline page could not be cached at the first visit, the next visit caches it', async ({
  page,
  front,
}) => {
  front.gone = /^\/offline$/
  await visit(page, '/menu/softdrinks')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  expect(await page.evaluate(async () => (await caches.match('/offline')) === undefined)).toBe(true)
  front.gone = undefined
  await visit(page, '/menu/softdrinks')
  await cached(page)
})

test('LIVE-5: an unvisited page says that it needs the network, and lists the cached pages', async ({
  page,
  context,
}) => {
  for (const category of ['combo', 'fisherman-delight', 'softdrinks']) {
    await visit(page, `/menu/${category}`)
    await expect
      .poll(() => storedText(page))
      .toContain(String.raw`[\"GET /api/menu/:category\",{\"category\":\"${category}\"}]`)
  }
  await cached(page)
  await context.setOffline(true)
  await page.goto('/menu/grills')
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible()
  const readable = page.getByRole('navigation', { name: 'What you can read now' })
  const categories = ['Combo', "Fisherman's Delight", 'Soft Drinks']
  await expect(readable.getByRole('link')).toHaveText(['Your cart', 'Your orders', ...categories])
  await checkNarrow(page)
  await readable.getByRole('link', { name: 'Soft Drinks' }).click()
  await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeVisible()

  // The phone link needs no data connection.
  await page.goto('/menu/grills')
  await expect(page.getByRole('main').getByRole('link', { name: /^Order by phone: 0/ })).toHaveAttribute(
    'href',
    /^tel:\+234/,
  )
  await readable.getByRole('link', { name: 'Soft Drinks' }).click()
  await expect(page.getByRole('heading', { name: 'Soft Drinks', level: 1 })).toBeVisible()

  // The page of the pressed link loads when the network is back.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
})

test('LIVE-5: a cached page is shown while the network does not answer, and gets a changed price when the network is back', async ({
  page,
  front,
  staff,
}) => {
  await visit(page, '/menu/softdrinks')
  await cached(page)
  front.slow = true
  await page.reload()
  await expect(card(page, 'Pepsi')).toBeVisible()

  front.slow = false
  front.down = true
  await staff.reprice('pepsi', 1350)
  await page.reload()
  await expect(card(page, 'Pepsi')).toContainText('₦1,200')
  front.down = false
  await expect(card(page, 'Pepsi')).toContainText('₦1,350')
})

test('LIVE-5: signing out in any tab deletes the customer’s cached data', async ({ page, context }) => {
  const ada = await signUp(page)
  const order = await placeOrder(page, { contactPhone: '08035550199' })
  await visit(page, '/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await cached(page)
  await expect.poll(() => storedText(page)).toContain(ada.username)
  await expect.poll(() => storedText(page)).toContain(order.orderId)

  const other = await context.newPage()
  await visit(other, '/account')
  await expectToast(other, 'Signed out successfully!', () =>
    other.getByRole('main').getByRole('button', { name: 'Sign Out' }).click(),
  )

  // The first tab drops the data without a press.
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  for (const mark of [ada.username, ada.phone.slice(1), order.orderId, '8035550199', 'Admiralty']) {
    await expect.poll(() => storedText(page), { message: mark }).not.toContain(mark)
  }
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await expect(page.getByText(codeOf(order))).toHaveCount(0)
})

test('LIVE-5: a session of another account deletes the cached orders of the previous account', async ({ page }) => {
  await signUp(page)
  const order = await placeOrder(page)
  await visit(page, '/orders')
  await expect(page.getByText(codeOf(order)).first()).toBeVisible()
  await expect.poll(() => storedText(page)).toContain(order.orderId)

  // The page hides stored orders while the session is unknown.
  await page.route('**/api/session', (route) => route.abort())
  // The other account signs in through the API, which no page notices.
  const bola = await signUp(page)
  await visit(page, '/orders')
  await expect(page.getByText('Could not reach the restaurant.')).toBeVisible()
  await expect(page.getByText(codeOf(order))).toHaveCount(0)
  await page.unroute('**/api/session')
  await visit(page, '/orders')
  await expect(page.getByRole('button', { name: bola.username })).toBeVisible()
  await expect(page.getByText('No pending orders.')).toBeVisible()
  await expect.poll(() => storedText(page)).not.toContain(order.orderId)
})

test('LIVE-5: ordering works with IndexedDB missing, cleared or full', async ({ page }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...given) {
      if (sessionStorage.getItem('full')) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    }
    if (sessionStorage.getItem('none')) Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await visit(page, '/menu/softdrinks')
  await expect.poll(() => storedText(page)).toContain('Pepsi')
  await page.evaluate(() => indexedDB.deleteDatabase('buka-cache'))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Menu' }).click()
  await expect(page.getByRole('heading', { name: 'Breakfast', level: 1 })).toBeVisible()
  for (const trouble of ['full', 'none']) {
    await page.evaluate((trouble) => sessionStorage.setItem(trouble, 'yes'), trouble)
    await visit(page, '/menu/softdrinks')
    await expectToast(page, 'Pepsi added to cart!', () =>
      card(page, 'Pepsi')
        .getByRole('button', { name: /Add to Cart/ })
        .click(),
    )
  }
})

test('LIVE-5: a service worker that cannot read its caches lets the network answer', async ({ page, front }) => {
  front.beforeWorker = `
    const fail = () => Promise.reject(new DOMException('A fault of the tests', 'UnknownError'))
    Object.assign(CacheStorage.prototype, { match: fail, open: fail, keys: fail })
  `
  await visit(page, '/menu/softdrinks')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await visit(page, '/menu/softdrinks')
  await card(page, 'Pepsi').getByRole('button', { name: 'Add to Cart' }).click()
  await cartLink(page).click()
  await expect(line(page, 'Pepsi')).toContainText('₦1,200')
})

test('LIVE-5: a new version is offered, not forced, and open pages of the old version keep working', async ({
  page,
  context,
  front,
}) => {
  await visit(page, '/menu/grills')
  await cached(page)
  const other = await context.newPage()
  await visit(other, '/cart')

  front.build = 'later'
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  const notice = page.getByText('A new version is ready.')
  await expect(notice).toBeVisible()
  await expect(other.getByText('A new version is ready.')).toBeVisible()

  // The payment page does not offer the new version.
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
  // The other tab keeps working with chunks that the server does not have.
  front.gone = /customiser/
  await card(page, 'Half Grilled Chicken')
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(notice).toBeVisible()
})

test('LIVE-5: a page loads the new version if it needs a chunk that only the old version had', async ({
  page,
  front,
}) => {
  await visit(page, '/menu/grills')
  // Wait for the service worker: the script that registers the worker also watches for missing chunks.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  front.gone = /panel/
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  await page
    .getByRole('button', { name: 'Account' })
    .or(page.getByRole('button', { name: 'Log in' }))
    .first()
    .click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Log in' }).click()
  await page.waitForFunction(() => !('isFirstLoad' in window))
})

test('LIVE-5: the server can remove the service worker and its caches', async ({ page, restaurant }) => {
  const before = await openFront(restaurant.url)
  const off = await openRestaurant({ SERVICE_WORKER: 'off' })
  try {
    await visit(page, `${before.url}/menu/softdrinks`)
    await cached(page)
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

test('notifications: the orders page offers notifications, and the browser asks for permission only after a press', async ({
  page,
}) => {
  await page.addInitScript(() => {
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
  await cached(page)
  await expect(page.getByText('No pending orders.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notify Me' })).toBeHidden()

  await placeOrder(page)
  await visit(page, '/orders')
  await expect(page.getByRole('button', { name: 'Notify Me' })).toBeVisible()
  expect(await calls()).toEqual([])
  const saved = page.waitForResponse('**/api/push-subscriptions')
  await page.getByRole('button', { name: 'Notify Me' }).click()
  expect((await saved).status()).toBe(200)
  await expect(page.getByText('We notify you here and on your phone when your food is ready.')).toBeVisible()
  expect(await calls()).toEqual(['asked', 'subscribe 87'])
})
