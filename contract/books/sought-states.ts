import { orderStatuses } from '#domain/order/statuses.ts'

// Separate from `orders.ts`, so browsers load the list without the schemas.

/** The states that orders can be filtered by: a status, or a refund owed. */
export const soughtStates = [...orderStatuses, 'refund-owed'] as const
export type SoughtState = (typeof soughtStates)[number]
