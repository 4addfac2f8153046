// Attacks beside honest customers: `MINUTES=10 npm run stranger`. The stranger attacks in every other half minute.
import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Order } from '#contract/order/orders.ts'
import type { AccountList, Quote } from '#contract/order/quotes.ts'
import { addressOf, type Person, plainDishes, Refused, signUp } from './people.ts'
import { seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant, type Restaurant } from './server-under-test.ts'
import type { StrangerCommand, Tally } from './stranger-attacks.ts'
import { answerFrom } from './stream-clients.ts'

export type Options = {
  readonly seed: number
  readonly seconds: number
  readonly customers: number
  /** Attacks a second. */
  readonly attacks: number
  /** False skips the calm parts, and with them the comparison of times. */
  readonly compares?: boolean
  readonly databaseUrl?: string | undefined
}

/** 'before' is a warm-up that renders pages and compiles code before the first calm part. */
type Phase = 'before' | 'calm' | 'attack'

type Met = {
  phase: Phase
  orders: number
  /** Requests that were refused or got no answer. */
  readonly refused: string[]
  /** Milliseconds of each answer, by its kind and the phase in which its request began. */
  readonly times: Map<Kind, { readonly [phase in Phase]: number[] }>
}

type Kind = 'page' | 'menu' | 'sign-in' | 'quote' | 'order'

export type Result = {
  readonly options: Options
  readonly met: Readonly<Met>
  readonly tally: Tally
  readonly bugs: readonly string[]
}

const strangerProcess = fileURLToPath(new URL('./stranger-process.ts', import.meta.url))

const requestTimeoutMs = 30_000

const pauseMs = () => 1000 + Math.random() * 8000

/** The password of `signUp`. */
const password = 'one pot of egusi'

const pages = ['/', '/menu/grills', '/menu/extra-sides', '/search', '/orders', '/privacy']

/**
 * Honest customers browse, sign in again on their phone, order, claim, pay and are served. A stranger attacks in every
 * other half minute, so calm and attack are measured on the same machine in the same minutes.
 */
export async function besideStranger(options: Options, show: Progress): Promise<Result> {
  const restaurant = await openRestaurant(options)
  const [url = ''] = restaurant.urls
  const stranger = fork(strangerProcess, { serialization: 'advanced' })
  const command = <Answer>(what: StrangerCommand) => answerFrom<Answer>(stranger, what)
  try {
    const met: Met = { phase: 'before', orders: 0, refused: [], times: new Map() }
    const dishes = await plainDishes(url)
    const ended = new AbortController()
    const customers: Customer[] = []
    while (customers.length < options.customers) customers.push(await openCustomer(url, customers.length, met))
    const names = customers.map(({ name }) => name)
    const { seed, attacks: perSecond } = options
    await command({ type: 'prepare', target: { url, seed, names, dishes, perSecond } })

    const visits = customers.map((customer) => visit(restaurant, customer, { dishes, met, signal: ended.signal }))
    const rounds = Math.max(1, Math.round(options.seconds / 60))
    const ms = (options.seconds * 1000) / rounds / 2
    const round: readonly Phase[] = options.compares === false ? ['attack'] : ['calm', 'attack']
    const parts: readonly Phase[] = ['before', ...Array.from({ length: rounds }, () => round).flat()]
    let tally: Tally = new Map()
    for (const [index, phase] of parts.entries()) {
      met.phase = phase
      if (phase === 'attack') tally = await command<Tally>({ type: 'attack', ms })
      else await sleep(ms)
      show(`part ${index + 1} of ${parts.length}: ${met.orders} orders, ${met.refused.length} honest requests refused`)
    }
    ended.abort()
    await Promise.all(visits)
    return { options, met, tally, bugs: restaurant.bugs() }
  } finally {
    stranger.kill()
    await restaurant.close()
  }
}

type Customer = Awaited<ReturnType<typeof openCustomer>>

async function openCustomer(url: string, index: number, met: Met) {
  const { cookie } = await signUp(url, index)
  // A sign-in ends the earlier session, so store cookies like a browser.
  const cookies = new Map(cookie.split('; ').map((one) => one.split('=') as [string, string]))
  return {
    index,
    name: `Guest ${index}`,
    /** Returns the answer, or undefined after a refusal or without an answer. */
    async ask<Body>(kind: Kind, method: 'GET' | 'POST', path: string, body?: object): Promise<Body | undefined> {
      const { phase } = met
      const began = performance.now()
      try {
        const answer = await fetch(`${url}${path}`, {
          method,
          headers: {
            Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'Content-Type': 'application/json',
            'X-Forwarded-For': addressOf(index),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(requestTimeoutMs),
        })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const text = await answer.text()
        const times = met.times.get(kind) ?? { before: [], calm: [], attack: [] }
        met.times.set(kind, times)
        times[phase].push(performance.now() - began)
        if (answer.ok) return (path.startsWith('/api/') ? JSON.parse(text) : text) as Body
        met.refused.push(`${phase}: ${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        met.refused.push(`${phase}: ${method} ${path}: ${error}`)
      }
      return undefined
    },
  }
}

type Evening = { readonly dishes: readonly string[]; readonly met: Met; readonly signal: AbortSignal }

async function visit(restaurant: Restaurant, { index, name, ask }: Customer, { dishes, met, signal }: Evening) {
  const pause = () => sleep(pauseMs())
  await pause()
  for (let round = index; !signal.aborted; round++) {
    await ask('page', 'GET', pages[round % pages.length] ?? '/')
    await pause()
    await ask('menu', 'GET', '/api/menu/extra-sides')
    // The account knows this phone, so a stranger's guesses do not block the sign-in. One request in 41 is a sign-in:
    // with one in 20 the slowest twentieth of the requests would be sign-ins alone.
    if (round % 10 === 0) await ask('sign-in', 'POST', '/api/session', { identifier: name, password })
    await pause()
    const lines = [{ itemId: dishes[round % dishes.length], selection: {}, quantity: 1 }]
    const quote = await ask<Quote>('quote', 'POST', '/api/quotes', { items: lines, deliveryMethod: 'pick-up' })
    await pause()
    const order = quote && (await ask<Order>('order', 'POST', '/api/orders', { quoteId: quote.id }))
    if (!order) continue
    met.orders++
    await serve(restaurant, order).catch((error: Error) => met.refused.push(`${met.phase}: ${error.message}`))
    await pause()
  }
}

/** The till and the kitchen handle an order, so its customer can order again. */
async function serve(
  { staff: { cashier, kitchen } }: Restaurant,
  { orderId: id, totalAmount: total }: Order,
): Promise<void> {
  const act = async (person: Person, action: string, body = {}) => {
    await person.send('POST', `/api/orders/${id}/${action}`, body).catch((error: unknown) => {
      // `send` repeats a request whose answer is slow, and the repetition is refused.
      if (!(error instanceof Refused && error.code === 'order-moved-on')) throw error
    })
  }
  const { body } = await cashier.send<AccountList>('GET', '/api/desk/accounts')
  const found = { accountId: body.accounts[0]?.id, amount: total, sender: 'A CUSTOMER', sessionId: `SESSION${id}` }
  await act(cashier, 'confirm-payment', found)
  await act(kitchen, 'start')
  await act(kitchen, 'mark-ready')
  await act(cashier, 'complete')
}

/** Returns the milliseconds within which 19 of 20 requests of a phase are answered. */
function p95(times: Met['times'], phase: Phase, kinds: readonly Kind[] = [...times.keys()]): number {
  // Each kind has the same weight in calm and attack, so a few more sign-ins in one phase change nothing.
  const weighed = kinds.flatMap((kind) => {
    const { calm = [], attack = [], [phase]: all = [] } = times.get(kind) ?? {}
    return all.map((took) => ({ took, weight: (calm.length + attack.length) / all.length }))
  })
  let slowest = weighed.reduce((sum, { weight }) => sum + weight, 0) / 20
  for (const { took, weight } of weighed.sort((a, b) => b.took - a.took)) {
    slowest -= weight
    if (slowest <= 0) return took
  }
  return 0
}

/** Returns how many times longer the 95th percentile of response times is under attack than in calm. */
function slowdown({ times }: Readonly<Met>, kinds?: readonly Kind[]): number {
  return p95(times, 'attack', kinds) / p95(times, 'calm', kinds)
}

export function failuresOf({ met, bugs }: Result): string[] {
  const slower = { 'all requests': slowdown(met), 'sign-ins': slowdown(met, ['sign-in']) }
  return [
    ...Object.entries(slower).flatMap(([which, times]) =>
      times > 2 ? [`p95 of ${which} beside an attack is ${times.toFixed(2)} times that of calm`] : [],
    ),
    ...(met.refused.length > 0
      ? [`${met.refused.length} honest requests were refused`, ...met.refused.slice(0, 5)]
      : []),
    ...bugs,
  ]
}

export function reportOf(result: Result): string {
  const { options, tally, met } = result
  const attacks = [...tally].map(([kind, answers]) => [
    `stranger, ${kind}`,
    [...answers].map(([status, count]) => `${count} × ${status === 0 ? 'cut' : status}`).join(', '),
  ])
  return table(`A stranger's worst beside ${options.customers} customers, ${options.attacks} attacks a second`, {
    seed: options.seed,
    seconds: options.seconds,
    'orders placed and served': met.orders,
    'honest requests refused': met.refused.length,
    ...Object.fromEntries([...met.times.keys()].map((kind) => [`p95 of ${kind}`, beside(met, [kind])])),
    'p95 of all': beside(met),
    ...Object.fromEntries(attacks),
  })
}

function beside(met: Readonly<Met>, kinds: readonly Kind[] = [...met.times.keys()]): string {
  const { times } = met
  const of = (phase: Phase) => {
    const count = kinds.reduce((sum, kind) => sum + (times.get(kind)?.[phase].length ?? 0), 0)
    return `${p95(times, phase, kinds).toFixed(0)} ms of ${count}`
  }
  const attack = `beside an attack ${of('attack')}`
  const isCompared = kinds.some((kind) => times.get(kind)?.calm.length)
  return isCompared ? `calm ${of('calm')}, ${attack}: ${slowdown(met, kinds).toFixed(2)} times` : attack
}

export const quick = { seconds: 30, customers: 8, attacks: 20 } as const
export const full = { customers: 50, attacks: 20 } as const

if (import.meta.main) {
  const { MINUTES = '10', ATTACKS = full.attacks } = process.env
  // A busy machine needs longer to finish.
  await run(Number(MINUTES) * 1.2 + 5, async () => {
    const options = { ...full, attacks: Number(ATTACKS), seconds: Number(MINUTES) * 60, seed: seedOfRun() }
    const result = await besideStranger(options, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
