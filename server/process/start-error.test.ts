import { mkdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { StartError, sentenceOf } from './start-error.ts'

const failed = (code: string, path?: string, syscall?: string) =>
  Object.assign(new Error(`${code}: words of the system`), { code, path, syscall })

test.each([
  [failed('ENOSPC', '/data/secret'), '/data/secret cannot be written: the disk is full (ENOSPC).'],
  [failed('EDQUOT', '/data/secret'), '/data/secret cannot be written: the disk is full (EDQUOT).'],
  [failed('ENOSPC', undefined, 'write'), 'A file cannot be written: the disk is full (ENOSPC).'],
  [failed('EACCES', '/backups'), '/backups cannot be used: this user has no right to it (EACCES).'],
  [failed('EPERM', '/backups'), '/backups cannot be used: this user has no right to it (EPERM).'],
  [failed('EROFS', '/opt/x'), '/opt/x cannot be written: its disk is read-only (EROFS).'],
  [failed('53100'), 'The disk of the database is full. Make room there, then try again.'],
  [
    new Error('A query failed.', { cause: failed('53100') }),
    'The disk of the database is full. Make room there, then try again.',
  ],
  [new StartError('PORT must be a number.'), 'PORT must be a number.'],
])('a start failure that a person can fix has a sentence: %s', (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence)
})

test("the system's error for a missing folder has a sentence with its path", async () => {
  const missing = await readFile('/nowhere/at/all').catch((error: unknown) => error)
  expect(sentenceOf(missing)).toBe('/nowhere/at/all cannot be used: there is no such file or folder (ENOENT).')
  const inFile = await mkdir(`${import.meta.filename}/kept`).catch((error: unknown) => error)
  expect(sentenceOf(inFile)).toMatch(/start-error\.test\.ts\/kept cannot be used: .+ \(ENOTDIR\)\.$/)
})

test.each([[new TypeError('x is not a function')], [failed('ECONNRESET')], [failed('ENOENT')], ['words'], [undefined]])(
  'an error that is a bug has no sentence for the user: %s',
  (error) => {
    expect(sentenceOf(error)).toBeUndefined()
  },
)
