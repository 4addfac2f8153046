import type { Sent } from '#contract/endpoints.ts'
import type { ActionEndpoint } from '#contract/order/actions.ts'
import type { CounterOrder, CounterPlaced, CounterQuoteRequest } from '#contract/order/counter.ts'
import type { DeskOrder, Order, QueuedBody } from '#contract/order/orders.ts'
import type { Delivery } from '#contract/order/riders.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { AccountChange, User } from '#contract/session.ts'
import type { Naira } from '#domain/money/money.ts'
import type { QueueableAction } from '#domain/order/actions.ts'
import type { Cart } from '#domain/order/cart.ts'
import { fail, ok, type Result } from '#domain/problem.ts'
import type { CounterDetails } from '#web/data/storage/counter-draft.ts'

export type QueuedWrite =
  /**
   * 'I've Made the Transfer', with the ids of the ordered cart lines. `expired` is true if the customer has read that
   * the quote expired.
   */
  | {
      readonly kind: 'order'
      readonly quoteId: string
      readonly total: Naira
      readonly lines: readonly string[]
      readonly expired?: true
    }
  /**
   * `was` has the values from before the change. The server compares them, so that a late write does not overwrite a
   * newer change.
   */
  | { readonly kind: 'profile'; readonly change: AccountChange; readonly was: AccountChange }
  | QueuedAction
  | QueuedCounterOrder

/**
 * A counter order entered offline. `total` is the amount that the customer was told; at another amount the order is not
 * placed.
 */
export type QueuedCounterOrder = {
  readonly kind: 'counter'
  readonly request: CounterQuoteRequest
  /** The values of the counter's form, with which a refused order is opened again. */
  readonly cart: Cart
  readonly details: CounterDetails
  readonly payment: CounterOrder['payment']
  readonly total: Naira
  /** Set once the server has priced the order. A repeated send uses this quote, so only one order is made. */
  readonly quoteId?: string
}

/** An action and its body, without the fields that the outbox adds. */
type ActionOf<Name extends QueueableAction> = Name extends QueueableAction
  ? {
      readonly action: Name
      readonly body: Omit<NonNullable<Sent<ActionEndpoint<Name>, 'body'>>, keyof NonNullable<QueuedBody>>
    }
  : never

export type OrderAction = ActionOf<QueueableAction>
export type DeliveryAction = ActionOf<'pick-up' | 'deliver' | 'fail-delivery'>

/**
 * An action of staff or a rider, which is sent as `POST /api/orders/{id}/{action}`. The outbox adds the time of the
 * action, and the entry's id as the idempotency key.
 */
export type QueuedAction = { readonly kind: 'action'; readonly id: string } & OrderAction

/** An outbox entry. Browsers store it, so a change of its shape needs a case in upgrade.ts. */
export type Entry = {
  readonly id: string
  /** The account that made the write. Only this account sends it. */
  readonly account: string
  /** The time at which the write was made, in epoch milliseconds. */
  readonly at: number
  readonly write: QueuedWrite
  /** True if the write was sent at least once, and may have arrived. */
  readonly tried: boolean
  /** True once an attempt to send the write has failed for lack of the network. */
  readonly waits: boolean
  /** The server's refusal, until the person has dismissed it. */
  readonly refused?: ProblemBody
}

export type Answer = Order | DeskOrder | User | Delivery | CounterPlaced

export type Outcome =
  | { readonly type: 'done'; readonly answer: Answer }
  | { readonly type: 'refused'; readonly problem: ProblemBody }
  | { readonly type: 'waiting' }

export type Entries = readonly Entry[]

/**
 * The most queued writes of each kind (LIVE-6). Actions and counter orders have a higher limit, because a restaurant
 * may work for a long time without a network.
 */
const most = { order: 10, profile: 10, action: 200, counter: 200 } as const satisfies Record<
  QueuedWrite['kind'],
  number
>

/** The shortest and the longest pause between two attempts, in milliseconds: those of LIVE-3. */
const firstPause = 1000
const longestPause = 60_000

/**
 * Appends an entry. If the order of a quote is already queued, returns the queued entry: several presses of the button
 * make one order.
 */
export function add(entries: Entries, entry: Entry): Result<{ entries: Entries; entry: Entry }> {
  const same = toSend(entries, entry.account).find(
    ({ write }) => quoteOf(write) !== '' && quoteOf(write) === quoteOf(entry.write),
  )
  if (same) return ok({ entries, entry: same })
  const alike = toSend(entries, entry.account).filter(({ write }) => write.kind === entry.write.kind)
  if (alike.length >= most[entry.write.kind]) {
    return fail(
      'too-many-tries',
      `${most[entry.write.kind]} changes of yours already wait for the network. Please withdraw one, or try again once they are sent.`,
    )
  }
  const others = entries.filter(({ account, write, refused }) => {
    // A new write replaces a refused write about the same order or profile.
    if (account === entry.account) return !(refused && isAbout(write, entry.write))
    // An order of the same cart by another account replaces the waiting order, so the cart is ordered once.
    return !isOfSameCart(write, entry.write)
  })
  return ok({ entries: [...others, entry], entry })
}

export function change(entries: Entries, id: string, to: Partial<Entry>): Entries {
  return entries.map((entry) => (entry.id === id ? { ...entry, ...to } : entry))
}

/**
 * Returns the queue after an entry was sent. A refused entry stays until it is dismissed; an entry that waits for the
 * network delays the entries after it.
 */
export function after(entries: Entries, { id, account }: Entry, outcome: Outcome): Entries {
  if (outcome.type === 'done') return remove(entries, id)
  if (outcome.type === 'refused') return change(entries, id, { refused: outcome.problem })
  return entries.map((entry) =>
    entry.account === account && !entry.refused && !entry.waits ? { ...entry, waits: true } : entry,
  )
}

export function remove(entries: Entries, id: string): Entries {
  return without(entries, (entry) => entry.id === id)
}

/** Returns the entries without those that are `isRemoved`. If nothing is removed, returns the same array. */
export function without(entries: Entries, isRemoved: (entry: Entry) => boolean): Entries {
  return entries.some(isRemoved) ? entries.filter((entry) => !isRemoved(entry)) : entries
}

export function ofAccount(entries: Entries, account: string): Entries {
  return entries.filter((entry) => entry.account === account)
}

export function toSend(entries: Entries, account: string): Entries {
  return ofAccount(entries, account).filter(({ refused }) => !refused)
}

/**
 * Returns the milliseconds to wait after this many failures in a row. `chance`, from 0 up to 1, spreads the retries of
 * many clients.
 */
export function pause(failures: number, chance: number): number {
  return Math.min(firstPause * 1.5 ** (failures - 1) * (0.5 + chance), longestPause)
}

/**
 * Returns what a failure means: 'refused' for good, 'later' for a retry, or 'denied' because another account may be
 * signed in. Only a write that already `waits` is retried; for a new write the person sees the failure.
 */
export function verdict({ status }: ProblemBody, waits: boolean): 'refused' | 'later' | 'denied' {
  if (status === 401 || status === 403) return 'denied'
  return waits && (status >= 500 || [408, 425, 429].includes(status)) ? 'later' : 'refused'
}

/** Returns true if both writes concern the same order or the profile. Two counter orders are never the same. */
function isAbout(one: QueuedWrite, other: QueuedWrite): boolean {
  if (one.kind === 'counter') return false
  return one.kind === 'action' && other.kind === 'action' ? one.id === other.id : one.kind === other.kind
}

/** Returns true for two orders of the same cart. Line ids are unique to their cart. */
function isOfSameCart(one: QueuedWrite, other: QueuedWrite): boolean {
  return one.kind === 'order' && other.kind === 'order' && one.lines.some((line) => other.lines.includes(line))
}

function quoteOf(write: QueuedWrite): string {
  return write.kind === 'order' ? write.quoteId : ''
}
