/** ORDER-2: the customer's tabs, in their order. An order that is over is in none of them. */
export const orderTabs = ['pending', 'preparing', 'ready'] as const
export type OrderTab = (typeof orderTabs)[number]

/** How far the restaurant is with an order. */
type Phase = 'waiting' | 'cooking' | 'cooked' | 'handed-over' | 'cancelled'

type Facts = {
  readonly word: string
  readonly tab: OrderTab | 'done'
  readonly phase: Phase
  /** The field with the moment at which an order came to the status; null where none is kept. */
  readonly since: 'startedAt' | 'readyAt' | 'finishedAt' | null
}

/** Every status, in the order an order passes through them, with all that follows from the status alone. */
export const statuses = {
  pending: { word: 'Pending', tab: 'pending', phase: 'waiting', since: null },
  preparing: { word: 'Preparing', tab: 'preparing', phase: 'cooking', since: 'startedAt' },
  ready: { word: 'Ready', tab: 'ready', phase: 'cooked', since: 'readyAt' },
  completed: { word: 'Completed', tab: 'done', phase: 'handed-over', since: 'finishedAt' },
  cancelled: { word: 'Cancelled', tab: 'done', phase: 'cancelled', since: 'finishedAt' },
} as const satisfies Record<string, Facts>

export type OrderStatus = keyof typeof statuses

// Marked as pure: customers' pages use `isOpen` and `tabOf` without the lists.
export const orderStatuses = /* @__PURE__ */ Object.keys(statuses) as OrderStatus[]

function inPhases(...phases: readonly Phase[]): readonly OrderStatus[] {
  return orderStatuses.filter((status) => isIn(status, ...phases))
}

/** Statuses of orders that somebody still has to act on. */
export const openStatuses = /* @__PURE__ */ inPhases('waiting', 'cooking', 'cooked')

/** Statuses of orders that the kitchen has before it. */
export const kitchenStatuses = /* @__PURE__ */ inPhases('waiting', 'cooking')

/** Statuses of orders that may have a rider. */
export const riderStatuses = /* @__PURE__ */ inPhases('cooking', 'cooked')

/** Statuses of orders that can be handed over. */
export const cookedStatuses = /* @__PURE__ */ inPhases('cooked')

/** Whether somebody still has to act on an order. */
export function isOpen(status: OrderStatus): boolean {
  return !isIn(status, 'handed-over', 'cancelled')
}

/** Whether an order is in one of these phases. A status that only a newer server knows is in the first. */
export function isIn(status: OrderStatus, ...phases: readonly Phase[]): boolean {
  return phases.includes(statuses[status]?.phase ?? 'waiting')
}

/**
 * Whether its customer may still cancel an order. The action `cancel-own` says the same, and a test compares the two: pages of
 * customers do without the table of actions.
 */
export function isCancellable(status: OrderStatus): boolean {
  return isIn(status, 'waiting')
}

/** ORDER-4: the customer's tab of a status. A status that this version does not know is shown under Pending. */
export function tabOf(status: string): OrderTab | 'done' {
  return statuses[status as OrderStatus]?.tab ?? 'pending'
}

/**
 * Every status of a delivery: without a rider, with one, on its way, not handed over, handed over. It stands beside the order's
 * status, because a ready order may still be cancelled while a rider carries it. `carried`: a rider has the order.
 */
const deliveries = {
  unassigned: { carried: false },
  assigned: { carried: true },
  'out-for-delivery': { carried: true },
  failed: { carried: false },
  delivered: { carried: false },
} as const satisfies Record<string, { readonly carried: boolean }>

export type DeliveryStatus = keyof typeof deliveries

export const deliveryStatuses = /* @__PURE__ */ Object.keys(deliveries) as DeliveryStatus[]

export const carriedStatuses = /* @__PURE__ */ deliveryStatuses.filter((status) => deliveries[status].carried)

/** Whether a rider has the order; null is a pick-up. */
export function isCarried(status: DeliveryStatus | null): boolean {
  return status !== null && deliveries[status].carried
}
