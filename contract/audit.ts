import { z } from 'zod'
import { type Action, actions } from '#domain/order-actions.ts'

type OrderAction = `order.${Action}`

const ofOrders = Object.keys(actions).map((action) => `order.${action}` as OrderAction)

/** Every action of the audit log, each under one name: those on orders, and the others. */
export const auditAction = z.enum([
  ...ofOrders,
  'order.place',
  'order.rate',
  'order.read-address',
  'till.cash-in',
  'till.cash-out',
  'till.handed-in',
  'order.read',
  'item.mark-sold-out',
  'item.mark-available',
  'item.change-price',
  'menu.publish',
  'menu.restore',
  'photo.add',
  'kitchen-load.change',
  'settings.change',
  'restaurant.open',
  'accounts.propose',
  'accounts.revoke',
  'accounts.take-effect',
  'day.close',
  'day.correct',
  'account.change',
  'account.of-guest',
  'account.delete',
  'account.export',
  'customer.add-note',
  'customer.remove-note',
  'session.begin',
  'session.end',
  'session.refuse',
  'session.end-all',
  'second-factor.add',
  'second-factor.remove',
  'second-factor.reset',
  'second-factor.refuse',
  'recovery-codes.make',
  'recovery-codes.use',
  'staff.add',
  'staff.role',
  'staff.phone',
  'staff.off',
  'staff.on',
  'staff.sign-out',
  'password.change',
  'password.set',
  'password.reset-code',
  'password.reset',
])
export type AuditAction = z.infer<typeof auditAction>
