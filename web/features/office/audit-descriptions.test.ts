import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/staff.ts'
import { describeAction, describeDetail, lastSeen } from './audit-descriptions.ts'

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-20T20:00:00Z',
  actor: { id: 'ada', name: 'Ada', role: 'owner' },
  action: 'order.start',
  subject: 'order:ACD345TXY',
  detail: {},
  ...changes,
})

test.each<[Partial<AuditEntry>, string]>([
  [{}, 'started order 345TXY'],
  [{ action: 'order.mark-sold-out' }, 'marked a dish sold out in order 345TXY'],
  [{ action: 'order.acknowledge' }, 'acknowledged order 345TXY'],
  [{ action: 'item.mark-sold-out', subject: 'item:half-chicken' }, 'marked sold out half chicken'],
  [{ action: 'staff.role', subject: 'account:Bisi' }, 'changed the role of Bisi'],
  [{ action: 'kitchen-load.change', subject: 'kitchen-load' }, 'changed rush, capacity, pause or limits'],
  [{ action: 'session.begin', subject: 'session' }, 'signed in'],
  [{ action: 'session.refuse', subject: 'account:Bisi' }, 'refused a sign-in as Bisi'],
  [{ action: 'password.reset-code', subject: 'account:Tunde' }, 'made a password code for Tunde'],
])('%o reads "%s"', (changes, words) => {
  expect(describeAction(entry(changes))).toBe(words)
})

test('a detail shows its readable fields, with staff by name', () => {
  const named = (id: string) => (id === 'musa-id' ? 'Musa' : undefined)
  expect(describeDetail(entry({ detail: { version: 3, reason: 'No gas' } }), named)).toBe('No gas')
  expect(describeDetail(entry({ detail: { before: 'kitchen', after: 'owner' } }), named)).toBe('kitchen → owner')
  expect(describeDetail(entry({ detail: { rider: 'musa-id' } }), named)).toBe('rider: Musa')
  expect(describeDetail(entry({ detail: { sessionsEnded: 2, payment: 'found' } }), named)).toBe('sessions ended: 2')
  expect(describeDetail(entry({ detail: { total: 5000 } }), named)).toBe('total: ₦5,000')
  const refusal = { reason: 'wrong password', device: 'Chrome on Android' }
  expect(describeDetail(entry({ detail: refusal }), named)).toBe('Chrome on Android, wrong password')
})

test('a session is in use, was last seen at a time today, or on a day', () => {
  const now = Date.parse('2026-11-20T20:00:00Z')
  expect(lastSeen('2026-11-20T19:55:00Z', now)).toBe('in use')
  expect(lastSeen('2026-11-20T10:12:00Z', now)).toBe('last seen at 11:12')
  expect(lastSeen('2026-11-18T10:12:00Z', now)).toBe('last seen on 18 Nov 2026')
})
