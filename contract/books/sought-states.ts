import { orderStatuses } from '#domain/order/statuses.ts'

// The list is not in `found-orders.ts`, so that browsers load the list without the schemas.

/** The states that orders can be filtered by: a status, or a refund owed. */
export const soughtStates = [...orderStatuses, 'refund-owed'] as const
export type SoughtState = (typeof soughtStates)[number]
