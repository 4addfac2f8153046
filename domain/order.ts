export type OrderStatus = 'pending' | 'preparing' | 'ready' | 'completed' | 'cancelled'

/** All of them, in the order in which they come. */
export const stages: readonly OrderStatus[] = ['pending', 'preparing', 'ready', 'completed', 'cancelled']

/**
 * How far a delivery has come: nobody carries it yet, a rider is to, has left with it, came back with it, or has handed it
 * over. Like the payment it is a state of its own: a ready order may still be cancelled while it is out.
 */
export type DeliveryStatus = 'unassigned' | 'assigned' | 'out-for-delivery' | 'failed' | 'delivered'

/** How an order came to the restaurant: by the customer's own hand, or through somebody who took it down at the counter. */
export const counterChannels = ['phone', 'walk-in'] as const
export type Channel = 'web' | (typeof counterChannels)[number]

/** The statuses of an order that somebody still has to do something about. */
export const underWay: readonly OrderStatus[] = ['pending', 'preparing', 'ready']

export const roles = ['customer', 'rider', 'kitchen', 'cashier', 'owner'] as const
export type Role = (typeof roles)[number]

export type Actor = { readonly id: string; readonly role: Role }

/** Milliseconds after which a dish that is ready is no mistake of a thumb any more. */
export const recallWithin = 60_000

/** Milliseconds for which the desk still sees what is done: somebody may come back with a question. */
export const doneShownFor = 60 * 60_000

/** Wrong codes at the door, after which the desk takes over: of 10,000 codes nobody guesses one in five. */
export const mostCodeTries = 5

/** ORDER-4: what the customer's tabs make of a status, known or not. Finished orders are in no tab. */
export function tab(status: string): 'pending' | 'preparing' | 'ready' | 'done' {
  if (status === 'preparing' || status === 'ready') return status
  return status === 'completed' || status === 'cancelled' ? 'done' : 'pending'
}
