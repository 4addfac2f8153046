import { expect, test } from 'vitest'
import { covers, parse, type Snapshot, sees } from './snapshot.ts'

function snapshot(text: string): Snapshot {
  const parsed = parse(text)
  if (!parsed) throw new Error(`no snapshot: ${text}`)
  return parsed
}

test('a snapshot covers the transactions below its end that were not running', () => {
  const seen = snapshot('10:14:10,12')
  expect([9n, 10n, 11n, 12n, 13n, 14n].map((xid) => sees(seen, xid))).toEqual([true, false, true, false, true, false])
})

test.each([
  ['10:10:', '10:10:', true],
  ['11:11:', '10:10:', true],
  ['10:10:', '11:11:', false],
  ['10:12:10', '10:11:10', true],
  ['10:12:10', '11:11:', false],
  ['10:12:10', '11:12:11', false],
  ['11:12:11', '10:12:10,11', true],
  ['10:12:10,11', '11:12:11', false],
  ['a1.11:11:', 'a1.10:10:', true],
  ['a1.11:11:', 'b2.10:10:', false],
  ['a1.11:11:', '10:10:', false],
])('the snapshot of a cursor, %s, covers the snapshot %s: %s', (later, earlier, expected) => {
  expect(covers(snapshot(later), snapshot(earlier))).toBe(expected)
})

test.each([
  '',
  'a1.',
  'x.10:10:',
  '10',
  '10.4',
  '0:0:',
  '12:10:',
  '10:12:9',
  '10:12:12',
  '10:14:12,11',
  '10:14:11,11',
  '10:14:,',
  '9223372036854775808:9223372036854775808:',
  "1:1:'; drop",
])('the snapshot "%s" is not parsed', (text) => {
  expect(parse(text)).toBeUndefined()
})
