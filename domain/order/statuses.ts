/** ORDER-2: the customer's tabs, in their order. Finished orders are in no tab. */
export const orderTabs = ['pending', 'preparing', 'ready'] as const
export type OrderTab = (typeof orderTabs)[number]

/** The stage of an order in the restaurant. */
type Phase = 'waiting' | 'cooking' | 'cooked' | 'handed-over' | 'cancelled'

type Facts = {
  readonly word: string
  readonly tab: OrderTab | 'done'
  readonly phase: Phase
  /** The field with the time at which an order reached the status; null if no time is stored. */
  readonly since: `${string}At` | null
}

/** Every status with its properties, in the sequence that an order passes through. */
export const statuses = {
  pending: { word: 'Pending', tab: 'pending', phase: 'waiting', since: null },
  preparing: { word: 'Preparing', tab: 'preparing', phase: 'cooking', since: 'startedAt' },
  ready: { word: 'Ready', tab: 'ready', phase: 'cooked', since: 'readyAt' },
  completed: { word: 'Completed', tab: 'done', phase: 'handed-over', since: 'finishedAt' },
  cancelled: { word: 'Cancelled', tab: 'done', phase: 'cancelled', since: 'finishedAt' },
} as const satisfies Record<string, Facts>

export type OrderStatus = keyof typeof statuses

/** The fields with the time at which an order reached a status. Every order has these fields. */
export type StatusTime = NonNullable<(typeof statuses)[OrderStatus]['since']>

// Marked as pure, so the bundles of customers' pages leave the unused lists out.
export const orderStatuses = /* @__PURE__ */ Object.keys(statuses) as OrderStatus[]

function inPhases(...phases: readonly Phase[]): readonly OrderStatus[] {
  return orderStatuses.filter((status) => isIn(status, ...phases))
}

export const openStatuses = /* @__PURE__ */ inPhases('waiting', 'cooking', 'cooked')

export const kitchenStatuses = /* @__PURE__ */ inPhases('waiting', 'cooking')

export const cookingStatuses = /* @__PURE__ */ inPhases('cooking')

export const riderStatuses = /* @__PURE__ */ inPhases('cooking', 'cooked')

export const cookedStatuses = /* @__PURE__ */ inPhases('cooked')

/** Returns true if an order still needs an action. */
export function isOpen(status: OrderStatus): boolean {
  return !isIn(status, 'handed-over', 'cancelled')
}

/** ORDER-4: returns the status, or 'pending' for a status that only a newer server knows. */
export function known(status: OrderStatus): OrderStatus {
  return status in statuses ? status : 'pending'
}

export function isIn(status: OrderStatus, ...phases: readonly Phase[]): boolean {
  return phases.includes(statuses[known(status)].phase)
}

/**
 * Returns true if the customer may still cancel an order. Customers' pages do not load the table of actions, so a test
 * compares this function with the action `cancel-own`.
 */
export function isCancellable(status: OrderStatus): boolean {
  return isIn(status, 'waiting')
}

/** ORDER-4: returns the customer's tab of a status. */
export function tabOf(status: OrderStatus): OrderTab | 'done' {
  return statuses[known(status)].tab
}

/**
 * Every status of a delivery. An order and its delivery have separate statuses: a ready order may be cancelled while a
 * rider carries the order. `carried`: the order has a rider who has neither delivered the order nor reported a failure.
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

/** Returns true if a rider is assigned to the order or on the way with it. Null means pick-up. */
export function isCarried(status: DeliveryStatus | null): boolean {
  return status !== null && deliveries[status].carried
}
