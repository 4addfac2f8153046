import { expect, test } from 'vitest'
import { auditAction } from '#contract/audit.ts'
import type { AuditEntry } from '#contract/staff.ts'
import { tell } from './audit-sentences.ts'

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-20T20:00:00Z',
  actor: { id: 'kemi-id', name: 'Kemi', role: 'cashier' },
  action: 'order.start',
  subject: 'order:ACD345TXY',
  detail: {},
  ...changes,
})

const names: Readonly<Record<string, string>> = { 'musa-id': 'Musa', 'bisi-id': 'Bisi' }

function read(changes: Partial<AuditEntry>): string {
  const { says, more } = tell(entry(changes), { self: 'yemi-id', named: (id) => names[id] })
  return `${says.map((piece) => (typeof piece === 'string' ? piece : piece.strong)).join('')} ${more}`.trim()
}

const yemi = { id: 'yemi-id', name: 'Yemi', role: 'owner' }
const paid = { transfer: 91, accountId: 'demo-bank', method: 'transfer', version: 3, payment: 'found' }

test.each<[Partial<AuditEntry>, string]>([
  [{}, 'Kemi started 345TXY.'],
  [
    { action: 'order.confirm-payment', detail: { ...paid, amount: 31_500, received: 31_500, total: 31_500 } },
    'Kemi confirmed ₦31,500 for 345TXY. Exactly what was due.',
  ],
  [
    { action: 'order.confirm-payment', detail: { ...paid, amount: 16_000, received: 16_000, total: 18_000 } },
    'Kemi confirmed ₦16,000 for 345TXY. ₦2,000 short.',
  ],
  [{ action: 'order.report-missing' }, 'Kemi did not find the transfer of 345TXY.'],
  [
    { action: 'order.report-missing', detail: { toCall: false } },
    'Kemi did not find the transfer of 345TXY. The customer’s order page says so.',
  ],
  [
    { action: 'order.mark-sold-out', detail: { toCall: true } },
    'Kemi marked a dish of 345TXY sold out. The customer has no order page, so the desk asks them.',
  ],
  [
    { action: 'order.print-ticket', detail: { kind: 'kitchen', number: 1 } },
    'Kemi printed the kitchen ticket of 345TXY.',
  ],
  [
    { action: 'order.print-ticket', detail: { kind: 'packing', number: 2, printers: ['Bar', 'Grill'] } },
    'Kemi sent the packing ticket of 345TXY to Bar, Grill. Copy 2.',
  ],
  [
    { action: 'order.escalate', actor: null, detail: { version: 2, waited: 5, escalation: 'nobody' } },
    'Nobody acknowledged 345TXY for 5 minutes. No phone of yours is set to be called.',
  ],
  [
    {
      action: 'order.escalate',
      actor: null,
      detail: { waited: 5, escalation: 'sending', atDesk: ['musa-id', 'bisi-id'] },
    },
    'Nobody acknowledged 345TXY for 5 minutes, so your phone was called. At the desk: Musa, Bisi.',
  ],
  [
    { action: 'order.escalate', actor: null, detail: { waited: 0, escalation: 'sending', atDesk: [] } },
    'Nobody acknowledged 345TXY, and nobody was at the desk, so your phone was called.',
  ],
  [
    { action: 'order.start-unpaid', actor: yemi, detail: { reason: 'Regular, pays on Monday.', received: 0 } },
    'You started 345TXY before it was paid. “Regular, pays on Monday.”',
  ],
  [
    { action: 'menu.publish', actor: yemi, subject: 'menu:version 4', detail: { changes: 3, note: 'For Easter' } },
    'You published version 4 of the menu. 3 changes. “For Easter”',
  ],
  [
    { action: 'menu.restore', actor: yemi, subject: 'menu:version 2', detail: { version: 5, changes: 1 } },
    'You brought back version 2 of the menu. 1 change.',
  ],
  [{ action: 'order.assign-rider', detail: { rider: 'musa-id' } }, 'Kemi gave 345TXY to Musa.'],
  [
    { action: 'order.change-rider', detail: { rider: 'musa-id', from: 'bisi-id' } },
    'Kemi gave 345TXY to Musa instead of Bisi.',
  ],
  [
    {
      action: 'order.remove-sold-out',
      detail: { line: 0, dish: '2 × Fanta', instead: null, less: 2400, by: 'restaurant' },
    },
    'Kemi removed 2 × Fanta from 345TXY. ₦2,400 less.',
  ],
  [
    {
      action: 'item.change-price',
      actor: yemi,
      subject: 'item:Grilled Croaker',
      detail: { before: 20_000, after: 21_000 },
    },
    'You changed the price of Grilled Croaker from ₦20,000 to ₦21,000.',
  ],
  [
    { action: 'till.cash-out', subject: 'till', detail: { amount: 4000, note: 'Gas for the grill', movement: 7 } },
    'Kemi took ₦4,000 out of the till. “Gas for the grill”',
  ],
  [
    { action: 'till.cash-in', subject: 'till', detail: { amount: 20_000, note: 'Float', movement: 8 } },
    'Kemi put ₦20,000 into the till. “Float”',
  ],
  [
    { action: 'till.handed-in', subject: 'till', detail: { rider: 'musa-id', amount: 31_000, carried: 31_500 } },
    'Kemi took ₦31,000 in from Musa. ₦500 short.',
  ],
  [
    { action: 'order.start-for-cash', detail: { amount: 31_500 } },
    'Kemi started 345TXY, with ₦31,500 to collect in cash at the door.',
  ],
  [
    { action: 'order.deliver', detail: { amount: 31_500, received: 31_500, total: 31_500 } },
    'Kemi delivered 345TXY and collected ₦31,500 in cash. Exactly what was due.',
  ],
  [{ action: 'order.deliver', detail: { amount: 0, received: 0 } }, 'Kemi delivered 345TXY. No cash was collected.'],
  [{ action: 'order.deliver', detail: {} }, 'Kemi delivered 345TXY.'],
  [
    { action: 'order.collect-late', detail: { amount: 31_500, received: 31_500, total: 31_500 } },
    'Kemi had collected ₦31,500 in cash for 345TXY when it was changed. Exactly what was due.',
  ],
  [
    { action: 'kitchen-load.change', subject: 'kitchen-load', detail: { cashAtDoorUpTo: 50_000 } },
    'Kemi let riders collect up to ₦50,000 in cash.',
  ],
  [
    { action: 'kitchen-load.change', subject: 'kitchen-load', detail: { cashAtDoorUpTo: null } },
    'Kemi switched off cash at the door.',
  ],
  [
    { action: 'kitchen-load.change', subject: 'kitchen-load', detail: { rushMinutes: 20, capacity: 30, key: 'a3f' } },
    'Kemi set a rush of 20 minutes and set the capacity to 30 orders.',
  ],
  [
    {
      action: 'kitchen-load.change',
      subject: 'kitchen-load',
      detail: { paused: 'The fire is full.', pausedUntil: '2026-11-23T19:30:00.000Z' },
    },
    'Kemi paused ordering until 20:30: “The fire is full.”.',
  ],
  [
    { action: 'kitchen-load.change', actor: null, subject: 'kitchen-load', detail: { rushMinutes: 0, paused: null } },
    'The restaurant ended the rush and resumed ordering.',
  ],
  [
    { action: 'kitchen-load.change', subject: 'kitchen-load', detail: { ended: null } },
    'Kemi did not extend the pause or rush.',
  ],
  [
    {
      action: 'settings.change',
      actor: yemi,
      subject: 'settings',
      detail: { fields: ['shortName', 'locations', 'hours'], fees: ['Ikoyi ₦2,500 → ₦3,000'] },
    },
    'You changed the settings. Short name, delivery places, hours. Ikoyi ₦2,500 → ₦3,000.',
  ],
  [
    {
      action: 'settings.change',
      actor: yemi,
      subject: 'settings',
      detail: { fields: ['taxes'], taxes: ['VAT none → 7.5 % in the prices'] },
    },
    'You changed the settings. Taxes and levies. VAT none → 7.5 % in the prices.',
  ],
  [
    {
      action: 'accounts.propose',
      actor: yemi,
      subject: 'accounts',
      detail: { accounts: 'new-bank-7890', from: '2026-11-21T08:00:00Z' },
    },
    'You proposed other bank accounts. Customers see them from 09:00 on 21 Nov 2026.',
  ],
  [{ action: 'accounts.revoke', actor: yemi, subject: 'accounts' }, 'You revoked the change of the bank accounts.'],
  [
    { action: 'accounts.take-effect', actor: null, subject: 'accounts', detail: { accounts: 'new-bank-7890' } },
    'Customers see the new bank accounts.',
  ],
  [
    { action: 'staff.role', subject: 'account:Bisi', detail: { before: 'kitchen', after: 'rider' } },
    'Kemi changed the role of Bisi from kitchen to rider.',
  ],
  [
    { action: 'password.change', subject: 'account:Kemi', detail: { sessionsEnded: 2 } },
    'Kemi changed the password of their own account.',
  ],
  [
    {
      action: 'session.refuse',
      actor: null,
      subject: 'account:Bisi',
      detail: { reason: 'wrong password', device: 'Chrome on Android' },
    },
    'Somebody could not sign in as Bisi. Chrome on Android. Wrong password.',
  ],
  [{ action: 'staff.off', subject: 'account:' }, 'Kemi switched off a deleted account.'],
  [{ action: 'item.mark-sold-out', subject: 'item:' }, 'Kemi marked a dish that has left the menu sold out.'],
  [{ detail: { at: '2026-11-20T19:52:00Z' } }, 'Kemi started 345TXY. Done at 20:52.'],
  [{ detail: { at: '2026-11-20T20:00:41Z' } }, 'Kemi started 345TXY.'],
  [{ detail: { at: '2026-11-19T20:00:00Z' } }, 'Kemi started 345TXY. Done at 21:00.'],
])('the audit entry %o reads "%s"', (changes, words) => {
  expect(read(changes)).toBe(words)
})

test('the sentence of every audit action is complete, and contains neither names of fields nor ids', () => {
  const detail = {
    version: 7,
    payment: 'found',
    transfer: 91,
    refund: 12,
    accountId: 'demo-bank',
    key: 'k-91',
    line: 3,
  }
  for (const action of auditAction.options) {
    for (const actor of [yemi, entry({}).actor, null]) {
      const sentence = read({ action, actor, detail })
      expect(sentence, action).toMatch(/^[A-Z].*\.$/)
      expect(sentence, action).not.toMatch(/demo-bank|k-91|undefined|null|NaN|version|[a-z]-id|: \d/)
    }
  }
})
