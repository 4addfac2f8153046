import type { BrowserContext, Page } from '@playwright/test'
import type { Order, OrderList } from '#contract/order/orders.ts'
import { card, clearBoard, enterAs, placeOrder, test } from './order-desk.ts'
import { amount, pay, visit } from './ordering.ts'
import { addPlain, expect, signUp } from './restaurant.ts'

type Fault = 'slow' | 'full' | 'forbidden' | 'deleted'
type Place = 'database' | 'storage'

const places: readonly (readonly Place[])[] = [['database'], ['storage'], ['database', 'storage']]

/**
 * Makes the outbox's IndexedDB (`database`) and its keys in `localStorage` (`storage`) fail. The tab's `sessionStorage`
 * names the fault, which therefore survives reloads.
 */
async function letStoragesFail(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const faultOf = (place: string) => sessionStorage.getItem(`fault ${place}`)
    const fail = (name: string) => {
      throw new DOMException('A fault of the tests', name)
    }
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (name, version) {
      if (name !== 'buka-outbox') return open.call(this, name, version)
      if (faultOf('database') === 'forbidden') fail('SecurityError')
      const opening = open.call(this, name, version)
      if (faultOf('database') !== 'slow') return opening
      // The success event of a slow database comes 3 s late.
      const { addEventListener } = opening
      opening.addEventListener = (type: string, listener: (event: Event) => void) => {
        const later = (event: Event) => setTimeout(listener, 3000, event)
        addEventListener.call(opening, type, type === 'success' ? later : listener)
      }
      return opening
    }
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === 'buka-outbox' && faultOf('database') === 'full') fail('QuotaExceededError')
      return put.apply(this, given)
    }
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      const original = Storage.prototype[method] as (...given: unknown[]) => string | null
      Object.assign(Storage.prototype, {
        [method](this: Storage, key: string, ...given: unknown[]) {
          const fault = key.startsWith('buka-outbox') && faultOf('storage')
          if (fault === 'forbidden') fail('SecurityError')
          if (fault === 'full' && method === 'setItem') fail('QuotaExceededError')
          const until = Date.now() + (fault === 'slow' ? 20 : 0)
          while (Date.now() < until);
          return original.call(this, key, ...given)
        },
      })
    }
  })
}

async function setFault(page: Page, places: readonly Place[], fault: Fault | ''): Promise<void> {
  await page.evaluate(
    ([places, fault]) => {
      for (const place of ['database', 'storage']) {
        sessionStorage.setItem(`fault ${place}`, places.includes(place as Place) ? fault : '')
      }
    },
    [places, fault] as const,
  )
}

/** Deletes the outbox's storage, as a browser or a person may while a page is open. */
async function deleteStored(page: Page, places: readonly Place[]): Promise<void> {
  await page.evaluate(async (places) => {
    if (places.includes('storage')) localStorage.clear()
    if (!places.includes('database')) return
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('buka-outbox')
      deleting.onsuccess = resolve
      deleting.onerror = reject
    })
  }, places)
}

/** Aborts order actions while `isCut`. */
async function cutActions(context: BrowserContext): Promise<{ isCut: boolean }> {
  const network = { isCut: false }
  await context.exposeFunction('asksIsCut', () => network.isCut)
  await context.addInitScript(() => {
    const { fetch, asksIsCut } = window as unknown as Window & { asksIsCut: () => Promise<boolean> }
    window.fetch = async (to, init) => {
      if (String(to).endsWith('/start') && (await asksIsCut())) throw new TypeError('Failed to fetch')
      return fetch(to, init)
    }
  })
  return network
}

/** Makes the outbox retry immediately instead of after a pause, because its pauses grow. */
async function retry(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

const waits = 'Start · waiting for the network'
const start = (page: Page, order: Order) =>
  card(page, order).getByRole('button', { name: 'Start', exact: true }).click()
const notStored = (page: Page) => page.getByText('your browser does not store changes')

for (const fault of ['slow', 'full', 'forbidden', 'deleted'] as const) {
  test(`LIVE-6: an action pressed offline with the browser’s storage ${fault} is sent once, even by another tab, or the screen says that the action is not stored`, async ({
    page,
    context,
    restaurant,
    desk,
    database,
    customer,
  }) => {
    test.slow()
    await letStoragesFail(context)
    const network = await cutActions(context)
    await clearBoard(restaurant, desk)
    const orders: Order[] = []
    for (let count = 0; count < 2 * places.length; count += 1) orders.push(await desk.pay(await placeOrder(customer)))
    const other = await context.newPage()
    await enterAs(other, restaurant, 'desk')
    await visit(page, '/desk')
    await expect(card(page, orders[0] as Order)).toBeVisible()

    for (const broken of places) {
      const [first, second] = orders.splice(0, 2) as [Order, Order]
      await test.step(broken.join(' and '), async () => {
        const isStored = broken.length === 1 || fault === 'slow' || fault === 'deleted'
        network.isCut = true
        // The outbox writes to `localStorage` only if IndexedDB fails, so the test forbids IndexedDB.
        if (fault === 'deleted') await setFault(page, broken.includes('storage') ? ['database'] : [], 'forbidden')
        else await setFault(page, broken, fault)
        await start(page, first)
        await expect(card(page, first)).toContainText(waits)
        await expect(notStored(page)).toHaveCount(isStored ? 0 : 1)
        if (fault === 'deleted') {
          await deleteStored(page, broken)
          await expect(async () => {
            await retry(page)
            expect(await storedText(page)).toContain(first.orderId)
          }).toPass()
        }
        if (isStored) {
          await setFault(page, broken, '')
          await page.reload()
          await expect(card(page, first)).toContainText(waits)
        } else {
          const asking = page.waitForEvent('dialog')
          await page.evaluate(() => void setTimeout(() => location.reload()))
          await (await asking).dismiss()
          await expect(card(page, first)).toContainText(waits)
        }

        if (fault !== 'deleted') await setFault(page, broken, fault)
        await start(page, second)
        await expect(card(page, second)).toContainText(waits)
        if (isStored) {
          for (const order of [first, second]) await expect(card(other, order)).toContainText(waits)
          await setFault(page, broken, '')
          await page.goto('about:blank')
        }
        network.isCut = false
        const started = async () => {
          const { rows } = await database.query(
            `select subject from audit where action = 'order.start' and subject = any($1)`,
            [[first, second].map(({ orderId: id }) => `order:${id}`)],
          )
          return rows.length
        }
        await expect(async () => {
          // An attempt that began without the network fails, and the outbox may pause long before the next one, so the
          // test retries immediately.
          await retry(isStored ? other : page)
          expect(await started()).toBe(2)
        }).toPass()
        if (isStored) await visit(page, '/desk')
        await setFault(page, broken, '')
        for (const each of [page, other]) {
          await retry(each)
          await expect(each.getByText(/^Waiting for the network|waits? for the network\./)).toHaveCount(0)
        }
        await expect.poll(() => storedText(page)).not.toContain(first.orderId)
        expect(await started()).toBe(2)
      })
    }
  })
}

async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const read = new Promise<unknown>((resolve) => {
      const opening = indexedDB.open('buka-outbox')
      // Reading must not create the database.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = () => resolve(undefined)
      opening.addEventListener('success', () => {
        const { result } = opening
        const reading = result.transaction('buka-outbox').objectStore('buka-outbox').get('buka-outbox')
        reading.onsuccess = () => {
          result.close()
          resolve(reading.result)
        }
      })
    }).catch(() => undefined)
    return JSON.stringify([await read, Object.entries(localStorage).filter(([key]) => key === 'buka-outbox')])
  })
}

test('LIVE-6: an order is placed immediately on a good network even if all storage of the browser is full', async ({
  page,
  context,
}) => {
  await letStoragesFail(context)
  await signUp(page)
  await addPlain(page, 'chapman')
  await visit(page, '/payment')
  await expect(amount(page, 'Final total')).toHaveText('₦3,500')
  await setFault(page, ['database', 'storage'], 'full')
  await pay(page)
  const { orders }: OrderList = await (await page.request.get('/api/orders')).json()
  expect(orders).toHaveLength(1)
})
