import type { PaymentState } from '../order/payment.ts'
import * as Payment from '../order/payment.ts'
import { orderCode } from '../order/quote.ts'
import { hasName, words, writtenWords } from '../text/words.ts'
import { sum } from './kobo.ts'
import { codesIn } from './statements/statement.ts'
import type { LineKind } from './statements/statement-kinds.ts'
import { uniqueLength } from './statements/statement-line.ts'

/** A line of the statement of one account. */
export type PlacedLine = {
  /** 'account:' and the id of the account. */
  readonly place: string
  /** The row number of a spreadsheet. */
  readonly line: number
  readonly day: string | null
  readonly narration: string
  /** Naira, negative for money that went out. */
  readonly amount: number
  readonly sender: string
  readonly sessionId: string
  /** Null if the kind is unknown. */
  readonly kind?: LineKind | null | undefined
}

/** Money in or out of a bank account (`place`) that staff or a payment provider recorded. */
export type Movement = {
  readonly id: number
  readonly place: string
  readonly orderId: string | null
  /** Naira, negative for money that left the account. */
  readonly amount: number
  /** The bank's id, as returned by `Payment.sessionKey`. */
  readonly reference: string | null
}

export type Order = {
  readonly id: string
  readonly isCancelled: boolean
  readonly payment: PaymentState
  readonly total: number
  readonly received: number
  readonly refunded: number
  readonly payerName: string
}

/**
 * An occurrence of a reference in closed days: settled, recorded but missing from the statement, or in the statement
 * but unrecorded.
 */
export type Earlier = {
  /** The key that `lineKey` returns. */
  readonly reference: string
  readonly was: 'settled' | 'missing' | 'unknown'
  /** Naira, negative for money that left the account. */
  readonly amount?: number
  /** For a line of a statement: the line's place, and the number of equal lines. */
  readonly place?: string
  readonly count?: number
}

/** The kinds of differences between a bank's statement and the records. */
export const kinds = [
  'missing',
  'unknown',
  'doubled',
  'short',
  'over',
  'late',
  'wrong-account',
  'reversed',
  'reused-session',
  'several-orders',
] as const
export type Kind = (typeof kinds)[number]

/** Lines and movements that belong together, and their difference. Each line and each movement is in one group. */
export type Group = {
  readonly kind: Kind | 'matched' | 'earlier'
  readonly lines: readonly PlacedLine[]
  readonly movements: readonly Movement[]
  readonly orderIds: readonly string[]
  /** The bank's sums minus the recorded sums, by place, in naira. Empty if the sums agree. */
  readonly effects: readonly Effect[]
}
export type Effect = { readonly place: string; readonly amount: number }

export type Books = {
  /** The accounts with a statement. */
  readonly places: readonly string[]
  readonly lines: readonly PlacedLine[]
  /** Movements of all accounts, because money may arrive at another account than recorded. */
  readonly movements: readonly Movement[]
  /** The orders of the movements, orders whose code is on a line, and orders that wait for money. */
  readonly orders: readonly Order[]
  readonly earlier?: readonly Earlier[]
}

/**
 * Returns a line's key, which is the same in every import: the bank's id, or without an id the day, amount and
 * narration.
 */
export function lineKey(line: Omit<PlacedLine, 'place'>): string {
  const id = Payment.sessionKey(line.sessionId)
  return id.length >= uniqueLength ? id : textKey(line)
}

/**
 * Returns the key of a line by its texts. Servers of the last release stored this key for some lines that now have a
 * bank's id as key, so a line is looked up by both keys.
 */
export function textKey({ day, amount, narration }: Omit<PlacedLine, 'place'>): string {
  return `${day} ${amount} ${Payment.sessionKey(narration)}`
}

type Draft = { lines: PlacedLine[]; movements: Movement[]; kind?: Kind | 'earlier'; orders: Set<string> }

/** Matches every line of a statement with the recorded movements, and every movement with its line. */
export function reconcile(books: Books): Group[] {
  const work = new Reconciliation(books)
  work.setEarlierAside()
  work.pairByReference()
  work.joinReversals()
  work.nameReused()
  work.pairByCode()
  work.pairByName()
  work.nameRest()
  return work.groups()
}

class Reconciliation {
  readonly #books: Books
  readonly #orders: ReadonlyMap<string, Order>
  /** The orders whose code is on a line. */
  readonly #named: ReadonlyMap<PlacedLine, readonly Order[]>
  readonly #keys: ReadonlyMap<PlacedLine, string>
  readonly #byTotal: ReadonlyMap<number, readonly Order[]>
  readonly #byOrder: ReadonlyMap<string | null, readonly Movement[]>
  /** The words of each payer's name, split once for each order. */
  readonly #names = new Map<Order, readonly string[]>()
  readonly #drafts: Draft[] = []
  readonly #of = new Map<PlacedLine | Movement, Draft>()
  readonly #byReference = new Map<string, Draft>()

  constructor(books: Books) {
    this.#books = books
    this.#orders = new Map(books.orders.map((order) => [order.id, order]))
    const byCode = new Map(books.orders.map((order) => [orderCode(order.id), order]))
    this.#named = new Map(
      books.lines.map((line) => [line, [...codesIn(line.narration)].flatMap((code) => byCode.get(code) ?? [])]),
    )
    this.#keys = new Map(books.lines.map((line) => [line, Payment.sessionKey(line.sessionId)]))
    this.#byTotal = Map.groupBy(books.orders, ({ total }) => total)
    this.#byOrder = Map.groupBy(books.movements, ({ orderId }) => orderId)
  }

  /**
   * Sets aside the lines that closed days already contain. Equal lines without a reference share a key; as many of them
   * are set aside as closed days contain.
   */
  setEarlierAside() {
    const known = Map.groupBy(this.#books.earlier ?? [], ({ reference }) => reference)
    for (const movement of this.#books.movements) {
      const earlier = known.get(movement.reference ?? '') ?? []
      if (earlier.some(({ was }) => was === 'unknown')) this.#draft({ movements: [movement], kind: 'late' })
    }
    const done = new Map<Earlier, number>()
    for (const line of known.size > 0 ? this.#books.lines : []) {
      const isLeft = (each: Earlier) => isEarlierOf(line, each) && (done.get(each) ?? 0) < (each.count ?? 1)
      // A line may be stored under both keys, once by a server of each release.
      const found = [...new Set([lineKey(line), textKey(line)])].flatMap((key) => known.get(key)?.find(isLeft) ?? [])
      const [one] = found
      if (!one) continue
      for (const each of found) done.set(each, (done.get(each) ?? 0) + 1)
      this.#draft({ lines: [line], kind: one.was === 'missing' ? 'late' : 'earlier' })
    }
  }

  pairByReference() {
    const lines = Map.groupBy(this.#freeLines(), (line) => this.#key(line))
    for (const movement of this.#books.movements) {
      if (!movement.reference || !this.#isFree(movement)) continue
      const fits = (lines.get(movement.reference) ?? []).filter((line) => sameSign(line, movement))
      // If one session id is on two lines, the movement belongs to the line with the code of the movement's order.
      const isOf = (line: PlacedLine) => this.#ordersIn(line).some(({ id }) => id === movement.orderId)
      const line = fits.find(isOf) ?? fits.find(({ amount }) => amount === movement.amount) ?? fits[0]
      if (line) this.#pair(line, movement)
      else this.#joinPart(movement)
    }
    this.#pairByWrittenReference()
  }

  /** Joins a movement to a transfer that was recorded in parts, one part for each of several orders. */
  #joinPart(movement: Movement) {
    const draft = this.#byReference.get(`${movement.place} ${movement.reference}`)
    const [line] = draft?.lines ?? []
    if (!draft || !line || !sameSign(line, movement)) return
    const parts = [...draft.movements, movement].map(({ amount }) => Math.abs(amount))
    if (sum(parts) > Math.abs(line.amount)) return
    delete draft.kind
    this.#join(draft, movement)
  }

  /**
   * Pairs lines with movements by a reference in the narration: some banks show the reference of outgoing transfers
   * only in the narration. Movements are looked up by the last characters of their references, because these characters
   * differ within a day.
   */
  #pairByWrittenReference() {
    const left = this.#books.movements.filter(
      (each) => this.#isFree(each) && (each.reference ?? '').length >= uniqueLength,
    )
    const byEnd = Map.groupBy(left, ({ reference }) => (reference ?? '').slice(-uniqueLength))
    for (const line of byEnd.size > 0 ? this.#freeLines() : []) {
      const written = Payment.sessionKey(line.narration)
      for (let end = uniqueLength; end <= written.length; end++) {
        const movement = byEnd
          .get(written.slice(end - uniqueLength, end))
          ?.find((each) => this.#isFree(each) && written.endsWith(each.reference ?? '', end) && sameSign(line, each))
        if (!movement) continue
        this.#pair(line, movement)
        break
      }
    }
  }

  /** Joins received money with the bank's reversal of that money. */
  joinReversals() {
    // The received lines that have no reversal yet, found by place and amount, and in addition by session id or by
    // order.
    const came = new Map<string, Set<PlacedLine>>()
    const poolsOf = (line: PlacedLine) => {
      const money = `${line.place} ${Math.abs(line.amount)}`
      const orders = this.#ordersIn(line).map(({ id }) => `${money} order ${id}`)
      return { money, id: this.#isUnique(line) ? [`${money} id ${this.#key(line)}`] : [], orders }
    }
    const namesOf = ({ money, id, orders }: ReturnType<typeof poolsOf>) => [money, ...id, ...orders]
    const firstIn = (names: readonly string[]) =>
      names.flatMap((name) => {
        const [first] = came.get(name) ?? []
        return first ?? []
      })[0]
    for (const line of this.#books.lines) {
      if (line.amount < 0 || this.#of.get(line)?.kind !== undefined) continue
      for (const name of namesOf(poolsOf(line))) came.set(name, (came.get(name) ?? new Set()).add(line))
    }
    for (const back of this.#freeLines()) {
      if (back.amount >= 0) continue
      const { money, id, orders } = poolsOf(back)
      const isOnly = came.get(money)?.size === 1
      const line =
        firstIn(id) ?? (isReversal(back) ? (firstIn(orders) ?? (isOnly ? firstIn([money]) : undefined)) : undefined)
      if (line) {
        for (const name of namesOf(poolsOf(line))) came.get(name)?.delete(line)
        this.#join(this.#of.get(line) ?? this.#draft({ lines: [line] }), back, 'reversed')
      } else if (isReversal(back)) this.#draft({ lines: [back], kind: 'reversed' })
    }
  }

  /** Reports session ids that are on several lines. */
  nameReused() {
    const seen = new Map<string, PlacedLine>()
    for (const line of this.#books.lines) {
      const key = this.#key(line)
      const first = this.#isUnique(line) ? seen.get(key) : undefined
      if (this.#isUnique(line) && !first) seen.set(key, line)
      if (!first || !this.#isFree(line)) continue
      const isSame = first.amount === line.amount && first.narration === line.narration && first.day === line.day
      this.#draft({ lines: [line], kind: isSame ? 'doubled' : 'reused-session' })
    }
  }

  pairByCode() {
    for (const line of this.#freeLines()) {
      const orders = this.#ordersIn(line)
      const movement = this.#movementOf(line, orders)
      if (movement) this.#pair(line, movement)
      else if (orders.length > 0 && line.amount > 0) this.#nameByOrders(line, orders)
    }
  }

  /** Matches by amount and the payer's name, if no other match exists. */
  pairByName() {
    const free = this.#books.movements.flatMap((movement) => {
      const name = this.#isFree(movement) ? this.#payerOf(movement) : undefined
      return name ? [{ movement, name }] : []
    })
    // A movement is looked up by the longest word of its payer, and compared only with lines that contain this word.
    const keyOf = ({ place, amount }: PlacedLine | Movement, word = '') => `${place} ${amount} ${word}`
    const longest = (name: readonly string[]) => name.toSorted((a, b) => b.length - a.length)[0]
    const movements = Map.groupBy(free, ({ movement, name }) => keyOf(movement, longest(name)))
    const written = this.#freeLines().map((line) => {
      const all = free.length > 0 ? writtenWords(`${line.sender} ${line.narration}`) : new Set<string>()
      return {
        line,
        words: all,
        keys: ['', ...all].map((word) => keyOf(line, word)).filter((key) => movements.has(key)),
      }
    })
    const lines = new Map<string, typeof written>()
    for (const each of written) {
      for (const key of each.keys) {
        const same = lines.get(key)
        if (same) same.push(each)
        else lines.set(key, [each])
      }
    }
    const fits = ({ movement, name }: (typeof free)[number], { line, words }: (typeof written)[number]) =>
      this.#isFree(movement) && this.#isFree(line) && (name.length === 0 || hasName(name, words))
    for (const each of written) {
      const [one, ...others] = firstTwo(
        each.keys.map((key) => movements.get(key) ?? []),
        (other) => fits(other, each),
      )
      if (!one || others.length > 0) continue
      const sameLines = lines.get(keyOf(one.movement, longest(one.name))) ?? []
      if (firstTwo([sameLines], (other) => fits(one, other)).length === 1) this.#pair(each.line, one.movement)
    }
  }

  nameRest() {
    for (const line of this.#freeLines()) this.#draft({ lines: [line], kind: 'unknown' })
    for (const movement of this.#books.movements) {
      const isAwaited = this.#books.places.includes(movement.place)
      if (isAwaited && this.#isFree(movement)) this.#draft({ movements: [movement], kind: 'missing' })
    }
  }

  groups(): Group[] {
    const done = new Set<string>()
    return this.#drafts.map((draft): Group => {
      const orderIds = [...draft.orders]
      const kind = draft.kind ?? this.#kindOf(draft) ?? this.#kindByOrder(draft, done) ?? 'matched'
      return { kind, lines: draft.lines, movements: draft.movements, orderIds, effects: effectsOf(draft, kind) }
    })
  }

  #kindOf({ lines, movements }: Draft): Kind | undefined {
    const [line] = lines
    if (!line) return undefined
    if (movements.some(({ place }) => place !== line.place)) return 'wrong-account'
    const more = sum(lines.map(({ amount }) => amount)) - sum(movements.map(({ amount }) => amount))
    return more < 0 ? 'short' : more > 0 ? 'over' : undefined
  }

  /**
   * Returns how an order's payment differs from its total, for an order whose bank and recorded sums agree. Each order
   * is reported once.
   */
  #kindByOrder({ orders, lines, movements }: Draft, done: Set<string>): Kind | undefined {
    const order = this.#orders.get([...orders][0] ?? '')
    if (!order || done.has(order.id) || !movements.some(({ amount }) => amount > 0)) return undefined
    const kept = order.received - order.refunded
    const isOver = !order.isCancelled && kept > order.total
    const isShort = order.payment === 'short' && kept < order.total
    if (!isOver && !isShort && order.payment !== 'late') return undefined
    done.add(order.id)
    if (order.payment === 'late') return 'late'
    return isShort ? 'short' : kept === 2 * order.total && lines[0]?.amount === order.total ? 'doubled' : 'over'
  }

  /** Reports a line with an order's code, if every movement of the order already has another line. */
  #nameByOrders(line: PlacedLine, orders: readonly Order[]) {
    const ids = orders.map(({ id }) => id)
    const [order] = orders
    if (!order) return
    if (orders.length > 1 && line.amount === sum(orders.map(({ total }) => total))) {
      this.#draft({ lines: [line], kind: 'several-orders', orders: ids })
    } else if (order.isCancelled || order.payment === 'late') {
      this.#draft({ lines: [line], kind: 'late', orders: [order.id] })
    } else if (order.received >= order.total) {
      this.#draft({ lines: [line], kind: line.amount === order.total ? 'doubled' : 'over', orders: [order.id] })
    } else {
      this.#draft({ lines: [line], kind: 'unknown', orders: [order.id] })
    }
  }

  /** Pairs a line with a movement. If the line's transfer also paid a second order, adds that order's movement. */
  #pair(line: PlacedLine, movement: Movement) {
    const draft = this.#draft({ lines: [line], movements: [movement] })
    this.#byReference.set(`${movement.place} ${movement.reference}`, draft)
    const order = this.#orders.get(movement.orderId ?? '')
    if (!order || line.amount <= order.total) return
    const rest = line.amount - order.total
    const isOther = (other: Order) =>
      other !== order && other.total === rest && (other.received === 0 || this.#movementOf(line, [other]) !== undefined)
    const named = this.#ordersIn(line).filter(isOther)
    const payer = new Set(this.#nameOf(order))
    const isSamePayer = (other: Order) => {
      const name = this.#nameOf(other)
      return isOther(other) && !other.isCancelled && name.length > 0 && name.every((word) => payer.has(word))
    }
    const samePayer = firstTwo([this.#byTotal.get(rest) ?? []], isSamePayer)
    const other = named[0] ?? (samePayer.length === 1 ? samePayer[0] : undefined)
    if (!other) return
    draft.kind = 'several-orders'
    draft.orders.add(other.id)
    const second = this.#movementOf(line, [other])
    if (!second) return
    this.#join(draft, second)
    // Staff recorded a part of the transfer for each of the two orders, so there is no difference to report.
    if (second.reference === movement.reference) delete draft.kind
  }

  #movementOf(line: PlacedLine, orders: readonly Order[]): Movement | undefined {
    const fits = orders
      .flatMap(({ id }) => this.#byOrder.get(id) ?? [])
      .filter((each) => this.#isFree(each) && sameSign(line, each))
    return fits.find(({ amount }) => amount === line.amount) ?? fits[0]
  }

  /** Returns the payer's words, all of which a line must contain; undefined if the name cannot identify the payer. */
  #payerOf({ orderId }: Movement): readonly string[] | undefined {
    // Fees and deposits have no name, so they match by amount only.
    if (orderId === null) return []
    const order = this.#orders.get(orderId)
    const name = order ? this.#nameOf(order) : []
    return name.length > 0 ? name : undefined
  }

  #nameOf(order: Order): readonly string[] {
    const name = this.#names.get(order) ?? words(order.payerName)
    this.#names.set(order, name)
    return name
  }

  #draft({ lines = [], movements = [], kind, orders = [] }: Partial<Omit<Draft, 'orders'>> & { orders?: string[] }) {
    const draft: Draft = { lines: [], movements: [], orders: new Set(orders), ...(kind && { kind }) }
    for (const each of [...lines, ...movements]) this.#join(draft, each)
    this.#drafts.push(draft)
    return draft
  }

  #join(draft: Draft, each: PlacedLine | Movement, kind?: Kind) {
    if ('narration' in each) {
      draft.lines.push(each)
      if (draft.movements.length === 0) for (const { id } of this.#ordersIn(each)) draft.orders.add(id)
    } else {
      draft.movements.push(each)
      // The order of the recorded movement is more reliable than a code that a payer typed.
      if (draft.movements.length === 1 && draft.kind === undefined) draft.orders.clear()
      if (each.orderId !== null) draft.orders.add(each.orderId)
    }
    this.#of.set(each, draft)
    if (kind) draft.kind = kind
  }

  #isUnique = (line: PlacedLine) => this.#key(line).length >= uniqueLength
  #key = (line: PlacedLine) => this.#keys.get(line) ?? ''
  #ordersIn = (line: PlacedLine) => this.#named.get(line) ?? []
  #isFree = (each: PlacedLine | Movement) => !this.#of.has(each)
  #freeLines = () => this.#books.lines.filter((line) => !this.#of.has(line))
}

const sameSign = (one: { readonly amount: number }, other: { readonly amount: number }) =>
  one.amount > 0 === other.amount > 0

/**
 * Returns true if a line is known from a closed day. Without a place only the signs are compared, because staff may
 * have recorded another amount than the bank.
 */
function isEarlierOf(line: PlacedLine, { place, amount }: Earlier): boolean {
  if (place !== undefined) return place === line.place && amount === line.amount
  return amount === undefined || sameSign({ amount }, line)
}

/** Returns at most two matches, so that the caller sees whether there is only one. */
function firstTwo<Value>(lists: readonly (readonly Value[])[], test: (value: Value) => boolean): readonly Value[] {
  const found: Value[] = []
  for (const list of lists) {
    for (const value of list) {
      if (test(value) && found.push(value) === 2) return found
    }
  }
  return found
}

const isReversal = ({ narration }: PlacedLine) => /\b(?:rev(?:ersal|ersed)?|rvsl?)\b/i.test(narration)

/** Returns the effects of a group on the day. A line that an earlier day contains has no effect. */
function effectsOf({ lines, movements }: Draft, kind: Group['kind']): Effect[] {
  if (kind === 'earlier') return []
  const places = new Set([...lines, ...movements].map(({ place }) => place))
  return [...places].flatMap((place) => {
    const at = (all: readonly { place: string; amount: number }[]) => all.filter((each) => each.place === place)
    const amount = sum([...at(lines).map((each) => each.amount), ...at(movements).map((each) => -each.amount)])
    return amount === 0 ? [] : [{ place, amount }]
  })
}
