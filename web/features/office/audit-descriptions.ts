import type { AuditAction } from '#contract/audit.ts'
import type { AuditEntry, StaffMember } from '#contract/staff.ts'
import * as Money from '#domain/money.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

/** The text of each action, before its subject. */
const texts: Readonly<Record<AuditAction, string>> = {
  'order.place': 'placed',
  'order.confirm-payment': 'confirmed the payment of',
  'order.confirm-extra': 'recorded a payment for',
  'order.report-missing': 'did not find the transfer of',
  'order.reject-transfer': 'sent back the transfer of',
  'order.accept-late': 'accepted the late payment of',
  'order.claim-again': 'says again to have paid',
  'order.refund': 'paid back',
  'order.acknowledge': 'acknowledged',
  'order.escalate': 'called the owner about',
  'order.note-escalation-sent': 'reached the owner about',
  'order.note-escalation-failed': 'could not reach the owner about',
  'order.start': 'started',
  'order.start-unpaid': 'started unpaid',
  'order.mark-ready': 'marked ready',
  'order.recall': 'recalled',
  'order.complete': 'completed',
  'order.cancel': 'cancelled',
  'order.cancel-own': 'cancelled',
  'order.link': 'added to their account',
  'order.cancel-sold-out': 'cancelled, because of a sold-out dish,',
  'order.mark-sold-out': 'marked a dish sold out in',
  'order.unmark-sold-out': 'marked a dish back in stock in',
  'order.choose-substitution': 'chose a substitution in',
  'order.remove-sold-out': 'removed a sold-out dish from',
  'order.print-ticket': 'printed a ticket of',
  'order.rate': 'rated',
  'order.read-address': 'read the address of',
  'order.assign-rider': 'assigned a rider to',
  'order.change-rider': 'changed the rider of',
  'order.pick-up': 'picked up',
  'order.deliver': 'delivered',
  'order.fail-delivery': 'could not deliver',
  'item.mark-sold-out': 'marked sold out',
  'order.first-confirmation': 'confirmed as the first of two people the payment of',
  'item.mark-available': 'marked back in stock',
  'item.change-price': 'set the price of',
  'menu.publish': 'published the menu,',
  'menu.restore': 'brought back the menu of',
  'kitchen-load.change': 'changed rush, capacity, pause or limits',
  'account.change': 'changed the profile of',
  'account.of-guest': 'made an account of their guest orders',
  'account.delete': 'deleted their account',
  'account.export': 'downloaded what is kept about',
  'session.begin': 'signed in',
  'session.end': 'signed out',
  'session.refuse': 'refused a sign-in as',
  'session.end-all': 'signed out everywhere:',
  'second-factor.add': 'added a second factor to',
  'second-factor.remove': 'removed a second factor of',
  'second-factor.reset': 'reset the second factor of',
  'second-factor.refuse': 'refused the second step of',
  'recovery-codes.make': 'made new recovery codes for',
  'recovery-codes.use': 'used a recovery code of',
  'staff.add': 'added',
  'staff.role': 'changed the role of',
  'staff.phone': 'changed the phone of',
  'staff.off': 'switched off',
  'staff.on': 'switched on',
  'staff.sign-out': 'signed out',
  'password.change': 'changed the password of',
  'password.set': 'set a new password for',
  'password.reset-code': 'made a password code for',
  'password.reset': 'used a password code for',
}

/** 'started order 345TXY' */
export function describeAction({ action, subject }: AuditEntry): string {
  return `${texts[action]} ${describeSubject(subject)}`.trim()
}

function describeSubject(subject: string): string {
  const [kind = '', ...rest] = subject.split(':')
  const name = rest.join(':')
  switch (kind) {
    case 'order':
      return `order ${name.slice(-6)}`
    case 'item':
      return name.replaceAll('-', ' ')
    default:
      return name
  }
}

/** Fields of a detail that are not shown: versions, keys, ids of other tables, and values that the order shows. */
const hiddenFields = new Set(['version', 'payment', 'refund', 'transfer', 'at', 'key', 'accountId', 'received'])

const money = new Set(['total', 'amount', 'received', 'refunded', 'owed', 'less'])

/** The readable part of an entry's detail. `named` finds the name of a staff member by id. */
export function describeDetail({ action, detail }: AuditEntry, named: (id: string) => string | undefined): string {
  const { before, after, reason, device, ...others } = detail
  const shown = (name: string, value: unknown) => {
    const isMoney = money.has(name) || action === 'item.change-price'
    if (isMoney && Money.isNaira(value)) return Money.format(value)
    return named(String(value)) ?? String(value)
  }
  return [
    ...[device, reason].filter((text) => typeof text === 'string'),
    ...(after === undefined ? [] : [`${shown('before', before)} → ${shown('after', after)}`]),
    ...Object.entries(others)
      .filter(
        ([name, value]) =>
          value !== 0 && !hiddenFields.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .map(([name, value]) => `${name.replace(/(?=[A-Z])/g, ' ').toLowerCase()}: ${shown(name, value)}`),
  ].join(', ')
}

/** Milliseconds. The server records the time to within five minutes. */
const inUseWithin = 10 * 60_000

export function lastSeen(iso: string, now: number): string {
  if (now - Date.parse(iso) < inUseWithin) return 'in use'
  const today = day(new Date(now).toISOString())
  return day(iso) === today ? `last seen at ${clock(iso)}` : `last seen on ${day(iso)}`
}

export const roleLabels: Readonly<Record<StaffMember['role'], string>> = {
  owner: 'Owner',
  cashier: 'Cashier',
  kitchen: 'Kitchen',
  rider: 'Rider',
}
