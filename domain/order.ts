/** The customer's tabs; an order that is over is in none of them. */
export type OrderTab = 'pending' | 'preparing' | 'ready'

/**
 * Every status, in the order an order passes through them, with the customer's tab of it. An order that is 'done' is over:
 * nobody has to do anything about it any more.
 */
export const statuses = {
  pending: 'pending',
  preparing: 'preparing',
  ready: 'ready',
  completed: 'done',
  cancelled: 'done',
} as const satisfies Record<string, OrderTab | 'done'>

export type OrderStatus = keyof typeof statuses

/**
 * How far a delivery has come: it has no rider, it has one, the rider has left with it, it could not be handed over, or it
 * has been. A status of its own beside the order's: a ready order may still be cancelled while it is out.
 */
export const deliveryStatuses = ['unassigned', 'assigned', 'out-for-delivery', 'failed', 'delivered'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const counterChannels = ['phone', 'walk-in'] as const
/** How an order came in: by the customer's own hand, or typed by staff at the counter. */
export type Channel = 'web' | (typeof counterChannels)[number]

export const roles = ['customer', 'rider', 'kitchen', 'cashier', 'owner'] as const
export type Role = (typeof roles)[number]

export type Actor = { readonly id: string; readonly role: Role }

/** Whether somebody still has to do something about an order. */
export function isOpen(status: OrderStatus): boolean {
  return statuses[status] !== 'done'
}

/** The dish whose picture stands for an order: its dearest. */
export function pictured({
  lines,
}: {
  readonly lines: readonly { readonly itemId: string; readonly total: number }[]
}) {
  return [...lines].sort((a, b) => b.total - a.total)[0]?.itemId
}

/** ORDER-4: the customer's tab of a status. A status that this version does not know is shown under Pending. */
export function tab(status: string): OrderTab | 'done' {
  return statuses[status as OrderStatus] ?? 'pending'
}
