import type { CounterOrder, CounterQuoteRequest } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import * as Cart from '#domain/order/cart.ts'
import { persisted, usePersisted } from './persisted.ts'

export type CounterDetails = Readonly<Omit<CounterQuoteRequest, 'items' | 'account' | 'key'>>

export const noDetails: CounterDetails = {
  channel: 'walk-in',
  customerName: '',
  customerPhone: '',
  deliveryMethod: 'pick-up',
  deliveryAddress: '',
  locationId: '',
}

export type Draft = {
  /**
   * The account that enters the order. Only this account may see the draft, because it contains a customer's phone
   * number. '' if there is no draft.
   */
  readonly account: string
  /** Epoch milliseconds of the last change. */
  readonly at: number
  readonly cart: Cart.Cart
  readonly details: CounterDetails
  /** A payment that was sent but not answered. Sending the payment again tells whether the order was placed. */
  readonly sent: { readonly quote: Quote; readonly payment: CounterOrder['payment'] } | null
}

const none: Draft = { account: '', at: 0, cart: Cart.empty, details: noDetails, sent: null }

/** The lifetime of a draft in milliseconds: long enough for a customer whose call was interrupted to call again. */
const expiresAfter = 4 * 60 * 60_000

export const draftStore = persisted<Draft>('counter-order', none, (stored) => {
  const { account, at, cart, details, sent } = (stored ?? {}) as Partial<Draft>
  if (typeof account !== 'string' || typeof at !== 'number' || Date.now() - at > expiresAfter) return
  return { account, at, cart: Cart.ofStored(cart), details: detailsOf(details), sent: isSent(sent) ? sent : null }
})

/** Returns the account's draft, shared by its tabs, and a function that changes it. */
export function useDraft(account: string) {
  const stored = usePersisted(draftStore)
  const own = (draft: Draft) => (draft.account === account ? draft : none)
  return {
    draft: own(stored),
    change(part: (before: Draft) => Partial<Draft>) {
      draftStore.set((before) => ({ ...own(before), ...part(own(before)), account, at: Date.now() }))
    },
  }
}

/** Deletes an expired draft, and a draft of any other account. '' deletes every draft. */
export function clearDraftUnlessOf(account: string): void {
  if (draftStore.get().account !== account || account === '') draftStore.set(() => none)
}

export function isStarted({ cart, details }: Draft): boolean {
  return cart.items.length > 0 || fields.some((name) => details[name] !== noDetails[name])
}

const fields = Object.keys(noDetails) as (keyof CounterDetails)[]

/** Returns stored details, with defaults in place of invalid values. */
function detailsOf(stored: Partial<CounterDetails> | undefined): CounterDetails {
  const text = (name: keyof CounterDetails) => (typeof stored?.[name] === 'string' ? stored[name] : '')
  return {
    channel: stored?.channel === 'phone' ? 'phone' : 'walk-in',
    customerName: text('customerName'),
    customerPhone: text('customerPhone'),
    deliveryMethod: stored?.deliveryMethod === 'delivery' ? 'delivery' : 'pick-up',
    deliveryAddress: text('deliveryAddress'),
    locationId: text('locationId'),
    ...(text('slot') !== '' && { slot: text('slot') }),
  }
}

/**
 * Returns true if a stored payment can be shown and sent again. Only the fields that this browser shows or sends are
 * checked.
 */
function isSent(sent: Draft['sent'] | undefined): sent is NonNullable<Draft['sent']> {
  const { quote, payment } = sent ?? {}
  return (
    typeof quote?.id === 'string' &&
    typeof quote.totalAmount === 'number' &&
    typeof quote.contactPhone === 'string' &&
    Array.isArray(quote.accounts) &&
    typeof payment?.method === 'string'
  )
}
