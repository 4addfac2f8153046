export const roles = ['customer', 'rider', 'kitchen', 'cashier', 'owner'] as const
export type Role = (typeof roles)[number]

export type Actor = { readonly id: string; readonly role: Role }

/**
 * The roles for each responsibility. Routes, live topics and screens use these groups instead of lists of roles.
 * Actions on an order also depend on its state; see `order/actions.ts`.
 */
export const policy = {
  everyone: roles,
  customers: ['customer'],
  staff: ['rider', 'kitchen', 'cashier', 'owner'],
  riders: ['rider'],
  /** Roles that see all orders and switch dishes off. */
  desk: ['kitchen', 'cashier', 'owner'],
  /** Roles that can get push messages: customers about their orders, owners about unacknowledged orders. */
  pushRecipients: ['customer', 'owner'],
  /** Roles that handle money. */
  till: ['cashier', 'owner'],
  /** The role that manages staff, prices and the audit log. */
  owners: ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type StaffRole = (typeof policy.staff)[number]

/**
 * The roles that may open each screen. All other screens are open to everybody; the API's routes restrict what such a
 * screen can read.
 */
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
  '/office/settings/:id': policy.owners,
  '/office/customers': policy.owners,
  '/office/orders': policy.till,
  '/office/orders/:id': policy.till,
} as const satisfies Record<string, readonly Role[]>

export type Screen = keyof typeof screens

export const homeScreens = {
  rider: '/rider',
  kitchen: '/kitchen',
  cashier: '/desk',
  owner: '/desk',
} as const satisfies Record<StaffRole, Screen>

export function isOneOf(role: Role, among: readonly Role[]): boolean {
  return among.includes(role)
}

/**
 * Returns true if changing an account needs a proof: the password, and the second factor if there is one, entered
 * again. A proof is needed if one of the account's roles, before or after the change, handles money.
 */
export function needsProof(...roles: readonly Role[]): boolean {
  return roles.some((role) => isOneOf(role, policy.till))
}

export function isStaff(role: Role): role is StaffRole {
  return isOneOf(role, policy.staff)
}
