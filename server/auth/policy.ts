import type { Role } from '#domain/order.ts'

/** Who a route is for. The actions on an order have a finer table of their own, in `#domain/order.ts`. */
export const policy = {
  everyone: ['customer', 'rider', 'kitchen', 'cashier', 'owner'],
  customers: ['customer'],
  staff: ['rider', 'kitchen', 'cashier', 'owner'],
  riders: ['rider'],
  /** Those who see all orders and switch dishes off. */
  desk: ['kitchen', 'cashier', 'owner'],
  /** Who can be told on the phone: customers of their orders, owners of those that nobody takes. */
  told: ['customer', 'owner'],
  /** Those who answer for money. */
  till: ['cashier', 'owner'],
  /** What customers say of the house. */
  owner: ['owner'],
} as const satisfies Record<string, readonly Role[]>
