import { expect, test } from 'vitest'
import { lastSeen } from './member-labels.ts'

test('a session’s label says that the session is in use, or when it was last used', () => {
  const now = Date.parse('2026-11-20T20:00:00Z')
  expect(lastSeen('2026-11-20T19:55:00Z', now)).toBe('in use')
  expect(lastSeen('2026-11-20T10:12:00Z', now)).toBe('last seen at 11:12')
  expect(lastSeen('2026-11-18T10:12:00Z', now)).toBe('last seen on 18 Nov 2026')
})
