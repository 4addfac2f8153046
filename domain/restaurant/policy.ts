export const roles = ['customer', 'rider', 'kitchen', 'cashier', 'owner'] as const
export type Role = (typeof roles)[number]

export type Actor = { readonly id: string; readonly role: Role }

/**
 * Who does what in the restaurant. Routes, live topics and screens ask here, and none of them lists roles of its own. What can
 * be done with an order depends on its state as well, and has a table of its own in `order/actions.ts`.
 */
export const policy = {
  everyone: roles,
  customers: ['customer'],
  staff: ['rider', 'kitchen', 'cashier', 'owner'],
  riders: ['rider'],
  /** Those who see all orders and switch dishes off. */
  desk: ['kitchen', 'cashier', 'owner'],
  /** Accounts that can have push messages: customers about their orders, owners about those that nobody acknowledges. */
  pushRecipients: ['customer', 'owner'],
  /** Those who answer for money. */
  till: ['cashier', 'owner'],
  /** Those who answer for the restaurant: its people, its prices, its record. */
  owners: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type StaffRole = (typeof policy.staff)[number]

/** Who opens which screen. One that is not here is open to anybody; what is on it is its routes' to say. */
export const screens = {
  '/desk': policy.desk,
  '/desk/new': policy.till,
  '/kitchen': policy.desk,
  '/rider': policy.riders,
  '/setup': policy.owners,
  '/office': policy.owners,
  '/office/figures': policy.owners,
  '/office/days': policy.till,
  '/office/days/:id': policy.owners,
  '/office/menu': policy.owners,
  '/office/audit': policy.owners,
  '/office/staff': policy.owners,
  '/office/settings': policy.owners,
  '/office/customers': policy.owners,
  '/office/orders': policy.till,
  '/office/orders/:id': policy.till,
} as const satisfies Record<string, readonly Role[]>

export type Screen = keyof typeof screens

/** Where somebody of a role works. */
export const homeScreens = {
  rider: '/rider',
  kitchen: '/kitchen',
  cashier: '/desk',
  owner: '/desk',
} as const satisfies Record<StaffRole, Screen>

export function isOneOf(role: Role, among: readonly Role[]): boolean {
  return among.includes(role)
}

/** Whether it takes a proof to change somebody with these roles, before or after the change: one of them answers for money. */
export function needsProof(...roles: readonly Role[]): boolean {
  return roles.some((role) => isOneOf(role, policy.till))
}

export function isStaff(role: Role): role is StaffRole {
  return isOneOf(role, policy.staff)
}
