import { expect, test } from 'vitest'
import { backupName, expired } from './kept-backups.ts'

/**
 * Returns the names of backups, three for each of the last `days` days until the evening of Sunday, 22 November 2026.
 */
function backupsOf(days: number): string[] {
  const last = Date.UTC(2026, 10, 22, 20)
  return Array.from({ length: days * 3 }, (_, index) => backupName(new Date(last - index * 8 * 3_600_000)))
}

test('RUN-4: the last backup of each of seven days and of each of four weeks is kept', () => {
  const names = backupsOf(60)
  const gone = expired(names)
  expect(names.filter((name) => !gone.includes(name)).map((name) => name.slice(5, 16))).toEqual([
    '20261122T20',
    '20261121T20',
    '20261120T20',
    '20261119T20',
    '20261118T20',
    '20261117T20',
    '20261116T20',
    // The backups of the three Sundays before these seven days.
    '20261115T20',
    '20261108T20',
    '20261101T20',
  ])
})

test('RUN-4: the backups made before the last three migrations are kept in addition to the daily and weekly backups', () => {
  const before = [3, 2, 1, 0].map((days) =>
    backupName(new Date(Date.UTC(2026, 10, 22 - days, 9)), 'before-0030-production'),
  )
  expect(expired([...before, ...backupsOf(1)]).filter((name) => name.includes('before'))).toEqual([before[0]])
})

test('RUN-4: days and weeks without a backup are not counted, and files that are not backups are left alone', () => {
  const old = backupName(new Date(Date.UTC(2020, 1, 1)))
  expect(expired([old, 'notes.txt', `${old}.txt`, 'mine.backup'])).toEqual([])
  expect(expired([old, ...backupsOf(2)])).toHaveLength(4)
})
