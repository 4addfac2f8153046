import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/staff.ts'
import { auditSentence, detailWords, seen } from './audit-sentences.ts'

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
  [{ action: 'order.mark-sold-out' }, 'had sold out of a dish of order 345TXY'],
  [{ action: 'order.acknowledge' }, 'acknowledged order 345TXY'],
  [{ action: 'item.mark-sold-out', subject: 'item:half-chicken' }, 'marked as sold out half chicken'],
  [{ action: 'staff.role', subject: 'account:Bisi' }, 'changed the post of Bisi'],
  [{ action: 'kitchen-load.change', subject: 'kitchen-load' }, 'changed rush, capacity or pause'],
  [{ action: 'session.begin', subject: 'session' }, 'signed in'],
  [{ action: 'session.refuse', subject: 'account:Bisi' }, 'let nobody in as Bisi'],
  [{ action: 'password.reset-code', subject: 'account:Tunde' }, 'made a password code for Tunde'],
])('%o reads "%s"', (changes, words) => {
  expect(auditSentence(entry(changes))).toBe(words)
})

test('of the detail what people can read is shown, with people by name', () => {
  const named = (id: string) => (id === 'musa-id' ? 'Musa' : undefined)
  expect(detailWords(entry({ detail: { version: 3, reason: 'No gas' } }), named)).toBe('No gas')
  expect(detailWords(entry({ detail: { before: 'kitchen', after: 'owner' } }), named)).toBe('kitchen → owner')
  expect(detailWords(entry({ detail: { rider: 'musa-id' } }), named)).toBe('rider: Musa')
  expect(detailWords(entry({ detail: { sessionsEnded: 2, payment: 'found' } }), named)).toBe('sessions ended: 2')
  expect(detailWords(entry({ detail: { total: 5000 } }), named)).toBe('total: ₦5,000')
  const refusal = { reason: 'wrong password', device: 'Chrome on Android' }
  expect(detailWords(entry({ detail: refusal }), named)).toBe('Chrome on Android, wrong password')
})

test('a session is in use, was seen today, or on a day', () => {
  const now = Date.parse('2026-11-20T20:00:00Z')
  expect(seen('2026-11-20T19:55:00Z', now)).toBe('in use')
  expect(seen('2026-11-20T10:12:00Z', now)).toBe('last seen at 11:12')
  expect(seen('2026-11-18T10:12:00Z', now)).toBe('last seen on 18 Nov 2026')
})
