import type { CounterOrder, CounterQuoteRequest } from '#contract/counter.ts'
import type { Quote } from '#contract/quotes.ts'
import * as Cart from '#domain/cart.ts'
import { persisted, usePersisted } from './persisted.ts'

/** What is asked of whoever is on the phone or at the counter. */
export type Wish = Readonly<Omit<CounterQuoteRequest, 'lines'>>

export const nothing: Wish = {
  channel: 'walk-in',
  customerName: '',
  customerPhone: '',
  deliveryMethod: 'pick-up',
  deliveryAddress: '',
  locationId: '',
}

/** An order at the counter while it is taken down. */
export type Draft = {
  /** Of whoever takes it down: a customer's phone is not for the next one at the tablet. '' where nobody has begun. */
  readonly account: string
  /** When it was touched last: epoch milliseconds. */
  readonly at: number
  readonly cart: Cart.Cart
  readonly wish: Wish
  /** What was sent and never answered: only the same once more can tell whether it is placed. */
  readonly sent: { readonly quote: Quote; readonly payment: CounterOrder['payment'] } | null
}

const none: Draft = { account: '', at: 0, cart: Cart.empty, wish: nothing, sent: null }

/** Milliseconds: who was cut off calls again within the shift, and tomorrow nobody knows whose it was. */
const keptFor = 4 * 60 * 60_000

export const draftStore = persisted<Draft>('counter-order', none, (stored) => {
  const { account, at, cart, wish, sent } = (stored ?? {}) as Partial<Draft>
  if (typeof account !== 'string' || typeof at !== 'number' || Date.now() - at > keptFor || !Cart.isCart(cart)) return
  return { account, at, cart, wish: wishOf(wish), sent: isSent(sent) ? sent : null }
})

/** Somebody's own draft, the same in every tab of theirs, and what changes it. */
export function useDraft(account: string) {
  const kept = usePersisted(draftStore)
  const own = (draft: Draft) => (draft.account === account ? draft : none)
  return {
    draft: own(kept),
    change(part: (before: Draft) => Partial<Draft>) {
      draftStore.set((before) => ({ ...own(before), ...part(own(before)), account, at: Date.now() }))
    },
  }
}

/** Nobody but this account finds anything here any more, nor does it after too long; '' is nobody. */
export function keepDraftOf(account: string): void {
  if (draftStore.get().account !== account || account === '') draftStore.set(() => none)
}

export function isBegun({ cart, wish }: Draft): boolean {
  return cart.lines.length > 0 || fields.some((name) => wish[name] !== nothing[name])
}

const fields = Object.keys(nothing) as (keyof Wish)[]

/** Only what could have been typed or chosen. */
function wishOf(stored: Partial<Wish> | undefined): Wish {
  const text = (name: keyof Wish) => (typeof stored?.[name] === 'string' ? stored[name] : '')
  return {
    channel: stored?.channel === 'phone' ? 'phone' : 'walk-in',
    customerName: text('customerName'),
    customerPhone: text('customerPhone'),
    deliveryMethod: stored?.deliveryMethod === 'delivery' ? 'delivery' : 'pick-up',
    deliveryAddress: text('deliveryAddress'),
    locationId: text('locationId'),
  }
}

/** Good enough to be shown and sent once more; the restaurant goes by the quote's id alone. */
function isSent(sent: Draft['sent'] | undefined): sent is NonNullable<Draft['sent']> {
  const { quote, payment } = sent ?? {}
  return (
    typeof quote?.id === 'string' &&
    typeof quote.total === 'number' &&
    typeof quote.contactPhone === 'string' &&
    Array.isArray(quote.accounts) &&
    typeof payment?.method === 'string'
  )
}
