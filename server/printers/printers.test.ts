import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderStory } from '#contract/found-orders.ts'
import type { Ticket } from '#contract/order/tickets.ts'
import type { DeskPrinter, NewPrinter, OfficePrinter, PrinterCode } from '#contract/printers.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type FakePrinter, fakeEpson, fakeStar } from '#tests/support/fake-printer.ts'
import { halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { events, printers, printJobs, tickets } from '../db/schema.ts'
import { runSweeps } from '../db/sweep-runner.ts'
import { noteSilence, sweepPrintJobs } from './queue.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { kitchen, cashier, owner } = restaurant
const ada = await restaurant.customer()

const grill: NewPrinter = {
  name: 'Grill',
  make: 'star',
  kinds: ['kitchen'],
  categories: null,
  copies: 1,
  cuts: true,
  buzzes: true,
  paperWidth: 80,
}

const makes = {
  star: (code: string) => fakeStar(restaurant.request, code),
  'star without tokens': (code: string) => fakeStar(restaurant.request, code, { hasTokens: false }),
  epson: (code: string) => fakeEpson(restaurant.request, code),
} as const

async function add(printer: Partial<NewPrinter> = {}): Promise<PrinterCode> {
  const { status, body } = await restaurant.call<PrinterCode>(owner, 'POST', '/api/office/printers', {
    ...grill,
    ...printer,
  })
  expect(status).toBe(201)
  return body
}

async function open(make: keyof typeof makes, printer: Partial<NewPrinter> = {}): Promise<FakePrinter> {
  return makes[make]((await add({ make: make === 'epson' ? 'epson' : 'star', ...printer })).code)
}

const atDesk = async () =>
  (await restaurant.call<{ printers: DeskPrinter[] }>(kitchen, 'GET', '/api/desk/printers')).body.printers
const inOffice = async () =>
  (await restaurant.call<{ printers: OfficePrinter[] }>(owner, 'GET', '/api/office/printers')).body.printers
const changes = () => restaurant.orm.$count(events, eq(events.subject, 'printers'))
const jobs = () => restaurant.orm.select().from(printJobs)
const minutesPass = (minutes: number) =>
  restaurant.orm.execute(sql`with aged as (
      update print_jobs set claimed_at = claimed_at - make_interval(mins => ${minutes}),
             retry_at = retry_at - make_interval(mins => ${minutes}),
             created_at = created_at - make_interval(mins => ${minutes}))
    update printers set polled_at = polled_at - make_interval(mins => ${minutes})`)

async function drain(printer: FakePrinter): Promise<void> {
  while (await printer.run());
}

beforeEach(async () => {
  await restaurant.orm.delete(printers)
})

describe.each(Object.keys(makes) as (keyof typeof makes)[])('a %s printer', (make) => {
  test('REACH-3: the kitchen ticket prints once when the order is paid, and the packing ticket once when it is ready', async () => {
    const printer = await open(make, { kinds: ['kitchen', 'packing'] })
    const order = await restaurant.order(ada, 5000)
    expect(await printer.run()).toBe(false)
    await restaurant.pay(cashier, order.orderId, 5000)
    await drain(printer)
    expect(printer.paper).toMatchObject([{ width: 576, cuts: true, buzzes: true }])
    for (const action of ['start', 'undo-start', 'start']) await restaurant.act(kitchen, order.orderId, action)
    await drain(printer)
    expect(printer.paper).toHaveLength(1)
    for (const action of ['mark-ready', 'recall', 'mark-ready']) await restaurant.act(kitchen, order.orderId, action)
    await drain(printer)
    expect(printer.paper).toHaveLength(2)
    const [shown] = await inOffice()
    expect(shown?.today).toMatchObject({ printed: 2, waiting: 0, failed: [] })
  })

  test('REACH-3: a printer that dies before it confirms gets the same job again, and a late confirmation is accepted', async () => {
    const printer = await open(make)
    await restaurant.paidOrder(ada)
    const token = await printer.printAndDie()
    // An immediate poll gets no job, because the first job still counts as in progress.
    expect(await printer.printAndDie()).toBeUndefined()
    await minutesPass(2)
    expect(await printer.printAndDie()).toBe(token)
    const [first, second] = printer.paper
    // The second print is taller, because it warns that a first print may exist.
    expect(second?.height).toBeGreaterThan(first?.height ?? 0)
    expect(await printer.confirm(token)).toBe(200)
    expect(await printer.confirm(token)).toBe(200)
    await minutesPass(2)
    expect(await printer.run()).toBe(false)
    expect(await jobs()).toMatchObject([{ printedAt: expect.any(Date), failedAt: null }])
  })

  test('REACH-3: a printer that never confirms gets a job five times, and then the desk shows the failure', async () => {
    const printer = await open(make)
    const order = await restaurant.paidOrder(ada)
    for (let time = 0; time < 5; time++) {
      expect(await printer.printAndDie()).toBeDefined()
      await minutesPass(2)
    }
    expect(await printer.printAndDie()).toBeUndefined()
    expect(await atDesk()).toMatchObject([{ unprinted: [{ orderId: order.orderId, kind: 'kitchen', isFailed: true }] }])
    expect((await inOffice())[0]?.today.failed).toEqual([
      { orderId: order.orderId, kind: 'kitchen', failure: 'unconfirmed' },
    ])
  })

  test('REACH-3: the desk shows a printer’s fault with its unprinted tickets, which then print without a reprint mark', async () => {
    const printer = await open(make)
    const order = await restaurant.paidOrder(ada)
    const before = await changes()
    await printer.printAndDie()
    const height = printer.paper.at(-1)?.height
    printer.paper.length = make === 'epson' ? 1 : 0
    await printer.fault('paper-out')
    expect(await atDesk()).toMatchObject([
      { state: 'paper-out', isSilent: false, unprinted: [{ orderId: order.orderId, isFailed: false }] },
    ])
    await printer.fault('cover-open')
    expect(await atDesk()).toMatchObject([{ state: 'cover-open' }])
    expect(await changes()).toBeGreaterThan(before)
    await minutesPass(1)
    await drain(printer)
    expect(printer.paper).toMatchObject([{ height }])
    expect(await atDesk()).toMatchObject([{ state: 'ready', unprinted: [] }])
  })

  test('REACH-3: a printer that reconnects after an hour prints only the tickets of orders that are still to be cooked', async () => {
    const printer = await open(make)
    await printer.run()
    const [cooking, ready, cancelled] = [
      await restaurant.paidOrder(ada),
      await restaurant.paidOrder(ada),
      await restaurant.paidOrder(ada),
    ]
    for (const action of ['start', 'mark-ready']) await restaurant.act(kitchen, ready.orderId, action)
    await restaurant.act(cashier, cancelled.orderId, 'cancel', { reason: 'No gas tonight' })
    await minutesPass(60)
    await noteSilence(database)
    expect(await atDesk()).toMatchObject([{ isSilent: true, unprinted: [{ orderId: cooking.orderId }] }])
    await drain(printer)
    expect(printer.paper).toHaveLength(1)
    expect(await atDesk()).toMatchObject([{ isSilent: false, unprinted: [] }])
    // Takes the hour back, so the jobs are of today even if the test runs shortly after midnight.
    await minutesPass(-60)
    expect((await inOffice())[0]?.today).toMatchObject({ printed: 1, waiting: 0, over: 2 })
  })

  test('REACH-3: a cancelled order prints one slip on the printer that got its kitchen ticket, and other printers print nothing', async () => {
    const printer = await open(make, { copies: 2 })
    const other = await open('star', { name: 'Bar' })
    const [printed, received, waiting] = [
      await restaurant.paidOrder(ada),
      await restaurant.paidOrder(ada),
      await restaurant.paidOrder(ada),
    ]
    await printer.run()
    await printer.run()
    const token = await printer.printAndDie()
    for (const { orderId } of [printed, received, waiting]) {
      await restaurant.act(cashier, orderId, 'cancel', { reason: 'No gas tonight' })
    }
    expect(await printer.confirm(token)).toBe(200)
    await drain(printer)
    await drain(other)
    expect(printer.paper).toHaveLength(5)
    expect(other.paper).toEqual([])
    await minutesPass(2)
    await drain(printer)
    expect(printer.paper).toHaveLength(5)
    expect((await inOffice())[0]?.today).toMatchObject({ printed: 5, waiting: 0, over: 3 })
    const slips = (await jobs()).filter(({ kind, printedAt }) => kind === 'cancelled' && printedAt !== null)
    expect(slips.map(({ orderId }) => orderId).sort()).toEqual([printed.orderId, received.orderId].sort())
  })

  test('REACH-3: two concurrent polls of a printer get one job', async () => {
    const printer = await open(make)
    await restaurant.paidOrder(ada)
    await restaurant.paidOrder(ada)
    if (make === 'epson') {
      const tokens = await Promise.all(Array.from({ length: 4 }, () => printer.printAndDie()))
      expect(tokens.filter((token) => token !== undefined)).toHaveLength(1)
    } else {
      const star = printer as ReturnType<typeof fakeStar>
      const polls = await Promise.all(Array.from({ length: 4 }, () => star.poll()))
      const tokens = new Set(polls.map(({ jobToken }) => jobToken))
      expect(tokens.size).toBe(1)
      // Star's guide lets a printer download a job twice. Both downloads must be the same print.
      const [token] = tokens
      expect(await Promise.all([star.print(token), star.print(token)])).toEqual([200, 200])
      expect(star.paper[0]?.picture.equals(star.paper[1]?.picture ?? Buffer.alloc(0))).toBe(true)
    }
    expect((await jobs()).filter(({ claimedAt }) => claimedAt !== null)).toHaveLength(1)
  })
})

test('REACH-3: a printer prints the categories and the number of copies set for it, and a category set for no printer prints on all', async () => {
  const star = await open('star', { categories: ['grills'], copies: 2, paperWidth: 58, cuts: false, buzzes: false })
  const epson = await open('epson', { categories: ['pizza'] })
  for (const dish of [halfChicken, { itemId: 'jollof', selection: {}, quantity: 1 }]) {
    const { body: quote } = await restaurant.quote(ada, { items: [dish] })
    await restaurant.place(ada, quote.id)
    await restaurant.pay(cashier, quote.id, quote.totalAmount)
  }
  await drain(star)
  await drain(epson)
  expect(star.paper).toHaveLength(4)
  expect(star.paper[0]).toMatchObject({ width: 384, cuts: false, buzzes: false })
  expect(epson.paper).toHaveLength(1)
})

test('REACH-3: a requested ticket goes to the printers of its kind, is marked a reprint, and a repeated request prints once', async () => {
  const printer = await open('star')
  const order = await restaurant.paidOrder(ada)
  await drain(printer)
  const print = (kind: string) =>
    restaurant.call<Ticket>(kitchen, 'POST', `/api/orders/${order.orderId}/print-ticket`, {
      kind,
      press: 'press-0001',
      onPrinters: true,
    })
  expect((await print('kitchen')).body).toMatchObject({ number: 2, printers: ['Grill'] })
  expect((await print('kitchen')).body).toMatchObject({ number: 2 })
  expect((await print('packing')).body).toMatchObject({ number: 1, printers: [] })
  await drain(printer)
  expect(printer.paper).toHaveLength(2)
  expect(printer.paper[1]?.height).toBeGreaterThan(printer.paper[0]?.height ?? 0)
  expect(await restaurant.orm.select().from(tickets).where(eq(tickets.orderId, order.orderId))).toMatchObject([
    { kind: 'kitchen', number: 1, printedBy: null },
    { kind: 'kitchen', number: 2, printedBy: kitchen.id },
    { kind: 'packing', number: 1, printedBy: kitchen.id },
  ])
})

test('REACH-3: a ticket waits for a printer that has never polled, and counts as printed only after the confirmation', async () => {
  const { code } = await add()
  const before = await changes()
  const order = await restaurant.paidOrder(ada)
  // The desk is notified of a ticket for a printer that has never polled.
  expect(await changes()).toBe(before + 1)
  expect(await atDesk()).toMatchObject([{ polledAt: null, unprinted: [{ orderId: order.orderId }] }])
  const prints = async () =>
    (await restaurant.call<OrderStory>(owner, 'GET', `/api/office/orders/${order.orderId}`)).body.tickets
  expect(await prints()).toMatchObject([{ number: 1, prints: [{ printer: 'Grill', state: 'waiting' }] }])
  const printer = fakeStar(restaurant.request, code)
  const token = await printer.printAndDie()
  expect(await prints()).toMatchObject([{ prints: [{ state: 'waiting' }] }])
  await printer.confirm(token)
  expect(await prints()).toMatchObject([{ prints: [{ printer: 'Grill', state: 'printed' }] }])
})

test('REACH-3: the order’s history shows that a ticket whose order is over before the printer connects was not printed', async () => {
  await add()
  const order = await restaurant.paidOrder(ada)
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'No gas tonight' })
  const { body } = await restaurant.call<OrderStory>(owner, 'GET', `/api/office/orders/${order.orderId}`)
  expect(body.tickets).toMatchObject([{ prints: [{ printer: 'Grill', state: 'not-printed' }] }])
})

test('REACH-3: a ticket whose picture the printer cannot read fails immediately, and printing the ticket again clears the notice', async () => {
  const star = (await open('star')) as ReturnType<typeof fakeStar>
  const order = await restaurant.paidOrder(ada)
  const token = await star.printAndDie()
  expect(await star.settle('511 Media decoding error', token)).toBe(200)
  expect(await atDesk()).toMatchObject([{ state: 'ready', unprinted: [{ isFailed: true }] }])
  const request = { kind: 'kitchen', press: 'press-0002', onPrinters: true }
  await restaurant.call(cashier, 'POST', `/api/orders/${order.orderId}/print-ticket`, request)
  await drain(star)
  expect(await atDesk()).toMatchObject([{ unprinted: [] }])
})

test('REACH-3: a test page prints, a printer with its former code is refused, and so is a removed printer', async () => {
  const { printer, code } = await add()
  expect(await restaurant.orm.select().from(printers)).not.toMatchObject([{ code }])
  await restaurant.call(owner, 'POST', `/api/office/printers/${printer.id}/test`)
  const before = fakeStar(restaurant.request, code)
  expect(await before.run()).toBe(true)
  const { body } = await restaurant.call<PrinterCode>(owner, 'POST', `/api/office/printers/${printer.id}/code`)
  await expect(before.poll()).rejects.toThrow('404')
  const after = fakeStar(restaurant.request, body.code)
  expect(await after.run()).toBe(false)
  await restaurant.call(owner, 'DELETE', `/api/office/printers/${printer.id}`)
  await expect(after.poll()).rejects.toThrow('404')
  expect((await restaurant.auditEntries(`printer:${printer.id}`)).map(({ action }) => action)).toEqual([
    'printer.add',
    'printer.test',
    'printer.new-code',
    'printer.remove',
  ])
})

test('REACH-3: an invalid printer setting is refused with its field', async () => {
  const { printer } = await add()
  const change = (body: object) => restaurant.call(owner, 'PATCH', `/api/office/printers/${printer.id}`, body)
  expect(await change({ name: '' })).toMatchObject({ status: 422, body: { field: 'name' } })
  expect(await change({ kinds: [] })).toMatchObject({ status: 422, body: { field: 'kinds' } })
  expect(await change({ categories: ['soups'] })).toMatchObject({ status: 422, body: { field: 'categories' } })
  expect(await change({ paperWidth: 70 })).toMatchObject({ status: 422, body: { field: 'paperWidth' } })
  expect(await change({ name: 'Bar', paperWidth: 58 })).toMatchObject({
    status: 200,
    body: { name: 'Bar', paperWidth: 58 },
  })
})

test('REACH-3: print jobs hold no personal data and are deleted after a day', async () => {
  await add()
  await restaurant.paidOrder(ada)
  expect(JSON.stringify(await jobs())).not.toMatch(/customer|\+234/)
  await minutesPass(25 * 60)
  await runSweeps(database, { printJobs: sweepPrintJobs }, { log: () => {} })
  expect(await jobs()).toEqual([])
})
