import type { AuditAction } from '#contract/audit.ts'
import type { AuditEntry, StaffMember } from '#contract/staff.ts'
import * as Money from '#domain/money.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

/** What was done, with the thing it was done to after it. */
const words: Readonly<Record<AuditAction, string>> = {
  'order.place': 'placed',
  'order.confirm-payment': 'confirmed the payment of',
  'order.confirm-extra': 'recorded a payment for',
  'order.report-missing': 'did not find the transfer of',
  'order.claim-again': 'says again to have paid',
  'order.refund': 'paid back',
  'order.acknowledge': 'acknowledged',
  'order.escalate': 'called the owner about',
  'order.note-escalation-sent': 'reached the owner about',
  'order.note-escalation-failed': 'could not reach the owner about',
  'order.start': 'started',
  'order.start-unpaid': 'started unpaid',
  'order.mark-ready': 'marked ready',
  'order.recall': 'called back',
  'order.complete': 'completed',
  'order.cancel': 'cancelled',
  'order.cancel-own': 'cancelled',
  'order.mark-sold-out': 'had sold out of a dish of',
  'order.unmark-sold-out': 'found the dish after all for',
  'order.choose-substitution': 'chose instead of what sold out in',
  'order.remove-sold-out': 'left out what sold out in',
  'order.cancel-sold-out': 'would have nothing instead, and cancelled',
  'order.print-ticket': 'printed a ticket of',
  'order.assign-rider': 'gave to a rider',
  'order.change-rider': 'gave to another rider',
  'order.pick-up': 'picked up',
  'order.deliver': 'delivered',
  'order.fail-delivery': 'could not deliver',
  'order.rate': 'rated',
  'item.mark-sold-out': 'marked as sold out',
  'item.mark-available': 'marked as available',
  'item.change-price': 'set the price of',
  'kitchen-load.change': 'changed rush, capacity or pause',
  'account.change': 'changed the profile of',
  'session.begin': 'signed in',
  'session.end': 'signed out',
  'session.refuse': 'let nobody in as',
  'staff.add': 'added',
  'staff.role': 'changed the post of',
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
export function auditSentence({ action, subject }: AuditEntry): string {
  return `${words[action]} ${subjectWords(subject)}`.trim()
}

function subjectWords(subject: string): string {
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

/** What only programs ask for: counters, rows of other tables, and what the order says itself. */
const ofMachines = new Set(['version', 'payment', 'refund', 'transfer', 'at', 'key', 'accountId', 'received'])

const money = new Set(['total', 'amount', 'received', 'refunded', 'owed', 'less'])

/** What the record says besides, as far as it says something to people. `named` knows the staff by id. */
export function detailWords({ action, detail }: AuditEntry, named: (id: string) => string | undefined): string {
  const { before, after, reason, device, ...others } = detail
  const shown = (name: string, value: unknown) => {
    const isMoney = money.has(name) || action === 'item.change-price'
    if (isMoney && Money.isNaira(value)) return Money.format(value)
    return named(String(value)) ?? String(value)
  }
  return [
    ...[device, reason].filter((said) => typeof said === 'string'),
    ...(after === undefined ? [] : [`${shown('before', before)} → ${shown('after', after)}`]),
    ...Object.entries(others)
      .filter(
        ([name, value]) =>
          value !== 0 && !ofMachines.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .map(([name, value]) => `${name.replace(/(?=[A-Z])/g, ' ').toLowerCase()}: ${shown(name, value)}`),
  ].join(', ')
}

/** The server notes it to within five minutes. */
const inUseWithin = 10 * 60_000

export function seen(iso: string, now: number): string {
  if (now - Date.parse(iso) < inUseWithin) return 'in use'
  const today = day(new Date(now).toISOString())
  return day(iso) === today ? `last seen at ${clock(iso)}` : `last seen on ${day(iso)}`
}

export const roleWords: Readonly<Record<StaffMember['role'], string>> = {
  owner: 'Owner',
  cashier: 'Cashier',
  kitchen: 'Kitchen',
  rider: 'Rider',
}
