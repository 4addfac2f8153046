import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import type { Changes, LiveEvent } from '#contract/live.ts'
import type { TillOrder } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { type Person, plainDishes, signIn, signUp } from '#tests/faults/people.ts'
import { browserFlags, findBrowser } from '../tools/browser.ts'
import { buildWhatIsMissing } from '../tools/build-missing.ts'
import { figure, progress } from './figures.ts'

/** The most milliseconds from an event to the painted board, on a CPU that is slowed down by the factor `slower`. */
const goal = 50
const slower = 4

const open = 400

/** The number of measurements of each kind of change; the median is reported. */
const times = 11

/** The most megabytes by which the page's heap may grow in a night. */
const mostGrowth = 2

const began = Date.now()

/** The orders an hour of a simulated night, and how many times faster than real time the night passes. */
const ordersAnHour = 400
const speed = 60

type Options = {
  readonly ownersPassword: string
  /** Hours of the night; 0 for no night. */
  readonly hours: number
}

/**
 * Prints how long the desk takes to paint a change beside 400 orders, and how much its heap has grown after a night. A
 * server between restaurant and browser publishes copies of a real order, so that the restaurant's own speed is not
 * measured.
 */
export async function board(url: string, { ownersPassword, hours }: Options): Promise<void> {
  await buildWhatIsMissing()
  const owner = await signIn(url, 'desk', ownersPassword)
  const template = await orderFrom(url, owner)
  const desk = await openScriptedDesk(url)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags })
  try {
    for (let n = 0; n < open; n++) desk.orders.set(`O${n}`, copyOf(template, n))
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: desk.url })
    await page.addInitScript(noteReading)
    await page.request.post('/api/session', { data: { identifier: 'desk', password: ownersPassword } })
    await page.goto('/desk')
    await page
      .locator('[data-card]')
      .nth(open - 1)
      .waitFor()
    await desk.follower()
    const session = await page.context().newCDPSession(page)
    // The CPU time of the page's thread does not depend on other programs.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (const [what, change] of Object.entries(changes)) {
      let turn = 0
      const measure = async () => {
        const before = await threadTime(session)
        const { order, shown, tells = true } = change(template, turn++)
        const painted = paintTime(page, shown, order.orderId)
        await page.evaluate(() => new Promise(requestAnimationFrame))
        if (tells) desk.tell(order)
        const wall = await painted
        return { wall, own: (await threadTime(session)) - before }
      }
      const own = await median(async () => (await measure()).own)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
      const wall = await median(async () => (await measure()).wall)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      figure({
        what: `until ${what} is painted, beside ${open} orders at a CPU slowed down ${slower} times`,
        value: wall,
        unit: 'ms',
        limit: goal,
        beside: { what: "work for the page's thread", value: slower * own },
      })
    }
    if (hours > 0) {
      await night(page, session, desk, { template, hours })
    }
  } finally {
    await browser.close()
    await desk.close()
  }
}

async function median(measure: () => Promise<number>): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn++) taken.push(await measure())
  return taken.sort((a, b) => a - b)[times >> 1] ?? Number.NaN
}

/** Returns the CPU milliseconds that the page's thread has used so far. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

type Change = (template: TillOrder, turn: number) => { order: TillOrder; shown: string; tells?: boolean }

/** A change publishes an order. `shown` is a selector that matches once the change is painted. */
const changes: Readonly<Record<string, Change>> = {
  'an order that comes in': (template, turn) => {
    const order = copyOf(template, open + 5 * turn)
    return { order, shown: `[aria-labelledby=column-check] #order-${order.orderId}` }
  },
  'an order that is paid, and moves to another column': (template, turn) => {
    const order = stage(copyOf(template, 5 * (turn + 30)), 'paid')
    return { order, shown: `[aria-labelledby=column-cook] #order-${order.orderId}` }
  },
  'an order that is acknowledged in its place': (template, turn) => {
    const order = { ...copyOf(template, 5 * turn), version: 5, acknowledgedAt: moment(0) }
    return { order, shown: `#order-${order.orderId}:not(:has(.bg-alarm, .bg-wash-alarm))` }
  },
  'an order that is opened': (template, turn) => {
    const order = copyOf(template, 5 * turn + 3)
    return { order, shown: `[data-card=${order.orderId}] [aria-expanded=true]`, tells: false }
  },
}

function moment(minutesAgo: number): string {
  return new Date(Date.now() - minutesAgo * 60_000).toISOString()
}

/** Returns a copy of an order. The copies are spread evenly over the first five stages, and are due in five hours. */
function copyOf(template: TillOrder, n: number): TillOrder {
  // All copies with the same number have the same times, so an order keeps its place on the board.
  const at = (minutes: number) => new Date(began + minutes * 60_000).toISOString()
  const order: TillOrder = {
    ...template,
    orderId: `O${n}`,
    customerName: `Guest ${n}`,
    version: 1,
    createdAt: at(n / 100 - 30),
    claimedAt: at(n / 100 - 30),
    readyBy: at(n / 100 + 300),
  }
  return stage(order, (['claimed', 'paid', 'preparing', 'ready', 'out'] as const)[n % 5] ?? 'claimed')
}

type Stage = 'claimed' | 'paid' | 'preparing' | 'ready' | 'out' | 'completed'

function stage(order: TillOrder, to: Stage): TillOrder {
  if (to === 'claimed') return order
  const paid: TillOrder = {
    ...order,
    version: order.version + 1,
    acknowledgedAt: moment(20),
    payment: 'found',
    received: order.totalAmount,
  }
  if (to === 'paid') return paid
  if (to === 'preparing') return { ...paid, version: paid.version + 1, status: 'preparing' }
  const ready: TillOrder = { ...paid, version: paid.version + 2, status: 'ready', readyAt: moment(3) }
  if (to === 'ready') return ready
  if (to === 'out')
    return { ...ready, version: ready.version + 1, deliveryStatus: 'out-for-delivery', outAt: moment(1) }
  // The desk hides a completed order after a minute.
  return { ...ready, version: ready.version + 2, status: 'completed', updatedAt: moment(59) }
}

/** Runs in the page. Stores the time at which the last piece of a stream was read. */
function noteReading(): void {
  const decode = TextDecoder.prototype.decode
  TextDecoder.prototype.decode = function (...words) {
    Object.assign(window, { readAt: performance.now() })
    return decode.apply(this, words)
  }
}

/** Returns the milliseconds from the read event, or from a press, to the frame that paints the change. */
function paintTime(page: Page, shown: string, id: string): Promise<number> {
  return page.evaluate(
    async ({ shown, id }) => {
      const state = window as { readAt?: number }
      delete state.readAt
      const opener = shown.includes('aria-expanded')
        ? document.querySelector<HTMLElement>(`#order-${id} button`)
        : undefined
      if (opener) {
        state.readAt = performance.now()
        opener.click()
      }
      do await new Promise(requestAnimationFrame)
      while (!document.querySelector(shown))
      // The frame is painted before the next task runs.
      await new Promise((resolve) => setTimeout(resolve))
      return performance.now() - (state.readAt ?? 0)
    },
    { shown, id },
  )
}

async function night(
  page: Page,
  session: CDPSession,
  desk: ScriptedDesk,
  { template, hours }: { template: TillOrder; hours: number },
): Promise<void> {
  const stages: readonly Stage[] = ['claimed', 'paid', 'preparing', 'ready', 'out', 'completed']
  /**
   * `every` is the real milliseconds between two orders. An order stays in each stage for five simulated minutes;
   * `perStage` is the number of orders that come in this time.
   */
  const every = 3_600_000 / ordersAnHour / speed
  const perStage = (5 * 60_000) / speed / every
  const count = hours * ordersAnHour
  const passed = (order: number) => `N${order}`
  const step = (at: number) => {
    for (const [place, to] of stages.entries()) {
      const n = at - Math.round(place * perStage)
      if (n < 0 || n >= count) continue
      const order = { ...copyOf(template, 0), id: passed(n), createdAt: moment(5), readyBy: moment(-10) }
      desk.tell(stage(order, to))
      // The board hides a completed order after a minute.
      if (to === 'completed') desk.orders.delete(passed(n))
    }
  }
  for (const order of [...desk.orders.values()]) desk.tell({ ...stage(order, 'completed'), version: 9 })
  desk.orders.clear()
  const run = async (from: number, to: number) => {
    const began = performance.now()
    for (let at = from; at < to; at++) {
      step(at)
      await sleep(Math.max(0, began + (at - from + 1) * every - performance.now()))
    }
  }
  // The first hour and a half (half of a short night) fills the board and the page's caches, and is not measured.
  const warm = Math.min(ordersAnHour * 1.5, count / 2)
  await run(0, warm)
  const before = await heap(session)
  const last = count + Math.round(stages.length * perStage)
  for (let at = warm; at < last; at += ordersAnHour) {
    await run(at, Math.min(last, at + ordersAnHour))
    const { megabytes, nodes, listeners } = await heap(session)
    const cards = await page.locator('[data-card]').count()
    progress(`${cards} cards, ${megabytes.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`)
  }
  // Wait until the last orders have left the board, which hides a completed order after a minute.
  await sleep(65_000)
  desk.tell({ ...copyOf(template, 0), orderId: 'last' })
  await page.locator('#order-last').waitFor()
  const after = await heap(session)
  const grown = after.megabytes - before.megabytes
  const what = `of the page's heap by which ${hours} hours and ${count} orders have made it grow`
  figure({ what, value: grown, unit: 'MB', limit: mostGrowth })
  if (grown > mostGrowth) process.exitCode = 1
}

async function heap(session: CDPSession): Promise<{ megabytes: number; nodes: number; listeners: number }> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners }
}

/** Places an order and cancels it. Returns the order as the owner's desk showed it before the cancellation. */
async function orderFrom(url: string, owner: Person): Promise<TillOrder> {
  const [itemId = ''] = await plainDishes(url)
  const customer = await signUp(url, 901)
  const lines = [{ itemId, selection: {}, quantity: 2, chefComment: 'Not too hot' }]
  const quote = await customer.send<Quote>('POST', '/api/quotes', { items: lines, deliveryMethod: 'delivery' })
  await customer.send('POST', '/api/orders', { quoteId: quote.body.id })
  const { orders } = (await owner.send<{ orders: TillOrder[] }>('GET', '/api/desk/orders')).body
  const order = orders.find(({ orderId }) => orderId === quote.body.id)
  if (!order) throw new Error('The desk does not list the order.')
  await owner.send('POST', `/api/orders/${order.orderId}/cancel`, { reason: 'Measured' })
  return order
}

type ScriptedDesk = Awaited<ReturnType<typeof openScriptedDesk>>

/**
 * Starts a server that itself answers requests for the desk's orders and live stream. It passes other requests on to
 * the restaurant.
 */
async function openScriptedDesk(restaurant: string) {
  const orders = new Map<string, TillOrder>()
  const followers = new Set<ServerResponse>()
  const { hostname, port } = new URL(restaurant)
  let told = 0
  const say = (answer: ServerResponse, events: readonly LiveEvent[]) => {
    const changes: Changes = { cursor: `1:${told}:`, reset: false, events: [...events] }
    answer.write(`event: changes\ndata: ${JSON.stringify(changes)}\n\n`)
  }
  const server = createServer((incoming, answer) => {
    const path = incoming.url ?? '/'
    if (path.startsWith('/api/stream')) {
      answer.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      say(answer, [])
      followers.add(answer)
      answer.on('close', () => followers.delete(answer))
    } else if (path === '/api/desk/orders') {
      answer
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ orders: [...orders.values()] }))
    } else {
      const onward = request({ hostname, port, path, method: incoming.method, headers: incoming.headers }, (reply) =>
        reply.pipe(answer.writeHead(reply.statusCode ?? 502, reply.headers)),
      )
      onward.on('error', () => answer.destroy())
      incoming.pipe(onward)
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const heartbeat = setInterval(() => {
    for (const each of followers) each.write(': here\n\n')
  }, 10_000)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    orders,
    /** Resolves once the page has opened the live stream. */
    async follower(): Promise<void> {
      while (followers.size === 0) await sleep(20)
    },
    tell(order: TillOrder): void {
      orders.set(order.orderId, order)
      told += 1
      const event = {
        type: 'order.acknowledged',
        subject: order.orderId,
        version: order.version,
        data: order,
      } as LiveEvent
      for (const each of followers) say(each, [event])
    },
    close(): Promise<unknown> {
      clearInterval(heartbeat)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
