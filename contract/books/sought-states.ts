import { orderStatuses } from '#domain/order/statuses.ts'

// Apart from `orders.ts`, so that browsers load the list without its schemas.

/** What an order can be looked for by: a status, or that money is owed for it. */
export const soughtStates = [...orderStatuses, 'refund-owed'] as const
export type SoughtState = (typeof soughtStates)[number]
