import type { SoughtState } from '#contract/books/sought-states.ts'
import type { Answer } from '#contract/endpoints.ts'
import type { FoundOrder } from '#contract/found-orders.ts'
import * as Payment from '#domain/order/payment.ts'
import { isIn, statuses } from '#domain/order/statuses.ts'
import { query } from '#web/data/api/query.ts'

/**
 * The poll interval in milliseconds. The list is polled, because orders that have left the desk's board publish no live
 * events for the office.
 */
const pollEvery = 30_000

/** The names of the filters in the address's search. */
const filterNames = ['q', 'state', 'place', 'dish', 'from', 'to'] as const
export type FilterName = (typeof filterNames)[number]
export type OrderFilters = Partial<Record<FilterName, string>>

/** Parses the filters from an address's search, such as '?q=ada&state=cancelled'. Leaves out unknown filters. */
export function filtersOf(search: string): OrderFilters {
  const params = new URLSearchParams(search)
  return Object.fromEntries(filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
}

export function addressOf(filters: OrderFilters): string {
  const given = filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []))
  return given.length === 0 ? '/office/orders' : `/office/orders?${new URLSearchParams(given)}`
}

export function ordersPage(address: string, after: string) {
  const filters = filtersOf(address.replace(/^[^?]*/, ''))
  const sent = { ...filters, ...(after && { after }) }
  return {
    // The cast allows an unknown state in the address, which the server refuses with a sentence.
    ...query('GET /api/office/orders', { query: sent as typeof sent & { state?: SoughtState } }),
    select: ({ orders, next }: Answer<'GET /api/office/orders'>) => ({ entries: orders, next }),
  }
}

export const orderStoryQuery = (id: string) =>
  query('GET /api/office/orders/:id', { params: { id }, refetchInterval: pollEvery, staleTime: 0 })

export function stateWord(state: SoughtState): string {
  return state === 'refund-owed' ? 'Refund owed' : statuses[state].word
}

export function isOut({ status, deliveryStatus }: Pick<FoundOrder, 'status' | 'deliveryStatus'>): boolean {
  return isIn(status, 'cooked') && deliveryStatus === 'out-for-delivery'
}

/** Returns what an order lacks: its money, its delivery or its refund. */
export function troublesOf({
  status,
  payment,
  deliveryStatus,
  owed,
}: Pick<FoundOrder, 'status' | 'payment' | 'deliveryStatus' | 'owed'>): {
  readonly variant: 'plain' | 'bad'
  readonly text: string
}[] {
  const isUnpaid = status !== 'cancelled' && !Payment.covers(payment) && payment !== 'refunded'
  return [
    ...(isUnpaid ? [{ variant: 'plain', text: 'Not paid' } as const] : []),
    ...(isIn(status, 'cooked') && deliveryStatus === 'failed'
      ? [{ variant: 'bad', text: 'Not delivered' } as const]
      : []),
    ...(owed > 0 ? [{ variant: 'bad', text: stateWord('refund-owed') } as const] : []),
  ]
}

export const channelWords = { web: 'online', phone: 'by phone', 'walk-in': 'at the counter' } as const
