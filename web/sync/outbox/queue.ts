import type { EndpointName, Sent } from '#contract/endpoints.ts'
import type { Order, Tap as Tapped } from '#contract/orders.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { Delivery } from '#contract/riders.ts'
import type { AccountChange, User } from '#contract/session.ts'
import type { Naira } from '#domain/money.ts'
import { fail, ok, type Result } from '#domain/problem.ts'

/** What somebody has done and the restaurant has to hear of. */
export type QueuedWrite =
  /** 'I've Made the Transfer'; with the lines of the cart that it orders. */
  | { readonly kind: 'order'; readonly quoteId: string; readonly total: Naira; readonly lines: readonly string[] }
  /** `was` is what stood there when it was changed: nothing newer is overwritten. */
  | { readonly kind: 'profile'; readonly change: AccountChange; readonly was: AccountChange }
  | Tap

/** A resource that records a tap, and what is said beside whose tap it is and when. */
type TapOf<Of extends string, What extends string> = What extends string
  ? `POST /api/${Of}/:id/${What}` extends infer Name extends EndpointName
    ? { readonly what: What; readonly body: Omit<NonNullable<Sent<Name, 'body'>>, keyof NonNullable<Tapped>> }
    : never
  : never

export type OrderTap = TapOf<
  'orders',
  'acknowledgement' | 'preparation' | 'readiness' | 'recall' | 'completion' | 'rider' | 'rider-change'
>
export type DeliveryTap = TapOf<'deliveries', 'pick-up' | 'handover' | 'failure'>

/** One tap of the staff's or a rider's: `POST /api/{of}/{id}/{what}`, with its time and a name of its own. */
export type Tap = { readonly kind: 'tap'; readonly id: string } & (
  | ({ readonly of: 'orders' } & OrderTap)
  | ({ readonly of: 'deliveries' } & DeliveryTap)
)

/** Where a tap is sent. */
export type TapEndpoint = Tap extends infer Each extends Tap
  ? Each extends Tap
    ? `POST /api/${Each['of']}/:id/${Each['what']}`
    : never
  : never

export type Entry = {
  readonly id: string
  /** Whose write it is; it goes out under no other account. */
  readonly account: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly write: QueuedWrite
  /** It was sent once at least, and may have arrived. */
  readonly tried: boolean
  /** It could not be sent at once. */
  readonly waits: boolean
  /** The restaurant said no, and the person has not read it yet. */
  readonly refused?: ProblemBody
}

export type Answer = Order | User | Delivery

/** What became of a write that was sent. */
export type Outcome =
  | { readonly type: 'done'; readonly answer: Answer }
  | { readonly type: 'refused'; readonly problem: ProblemBody }
  | { readonly type: 'waiting' }

export type Entries = readonly Entry[]

/** LIVE-6. A kitchen goes on cooking through a long cut. */
const most = { order: 10, profile: 10, tap: 200 } as const satisfies Record<QueuedWrite['kind'], number>

/** Milliseconds, as LIVE-3 has it for the stream. */
const firstPause = 1000
const longestPause = 60_000

/** The queue with one more, at its end. The order of a quote is in it once, however often it is pressed. */
export function add(entries: Entries, entry: Entry): Result<{ entries: Entries; entry: Entry }> {
  const same = toSend(entries, entry.account).find(
    ({ write }) => quoteOf(write) !== '' && quoteOf(write) === quoteOf(entry.write),
  )
  if (same) return ok({ entries, entry: same })
  if (toSend(entries, entry.account).length >= most[entry.write.kind]) {
    return fail(
      'too-many-tries',
      `${most[entry.write.kind]} things of yours already wait for the network. Please withdraw one, or try again once they have gone out.`,
    )
  }
  // What was refused before is answered by the new try.
  const others = entries.filter(
    ({ account, write, refused }) => !(refused && account === entry.account && isAbout(write, entry.write)),
  )
  return ok({ entries: [...others, entry], entry })
}

export function change(entries: Entries, id: string, to: Partial<Entry>): Entries {
  return entries.map((entry) => (entry.id === id ? { ...entry, ...to } : entry))
}

/** The queue after a write was sent. What was refused stays until the person has read it; behind one that waits all do. */
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

/** The very same queue where nothing goes. */
export function without(entries: Entries, goes: (entry: Entry) => boolean): Entries {
  return entries.some(goes) ? entries.filter((entry) => !goes(entry)) : entries
}

export function ofAccount(entries: Entries, account: string): Entries {
  return entries.filter((entry) => entry.account === account)
}

/** What goes out for this account, in its order: none overtakes another. */
export function toSend(entries: Entries, account: string): Entries {
  return ofAccount(entries, account).filter(({ refused }) => !refused)
}

/** How long to wait after so many failures in a row. `chance`, from 0 up to 1, spreads the tries of many clients. */
export function pause(failures: number, chance: number): number {
  return Math.min(firstPause * 1.5 ** (failures - 1) * (0.5 + chance), longestPause)
}

/**
 * What the restaurant's no means: for good, for now, or that somebody else is signed in. Whoever has just pressed is told of any
 * failure; what `waits` already is not bothered by one that passes.
 */
export function verdict({ status }: ProblemBody, waits: boolean): 'refused' | 'later' | 'denied' {
  if (status === 401 || status === 403) return 'denied'
  return waits && (status >= 500 || [408, 425, 429].includes(status)) ? 'later' : 'refused'
}

/** Whether two writes are about the same thing. */
function isAbout(one: QueuedWrite, other: QueuedWrite): boolean {
  return one.kind === 'tap' && other.kind === 'tap' ? one.id === other.id : one.kind === other.kind
}

function quoteOf(write: QueuedWrite): string {
  return write.kind === 'order' ? write.quoteId : ''
}
