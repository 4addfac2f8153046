import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newest } from './outdated.ts'

const now = Date.parse('2026-11-23')
const times = {
  modified: '2026-11-23T00:00:00Z',
  '1.7.7': '2026-10-01T00:00:00Z',
  '1.7.25': '2026-11-01T00:00:00Z',
  '1.8.0': '2026-11-22T00:00:00Z',
  '1.9.0-beta.1': '2026-11-01T00:00:00Z',
  '2.0.0': '2026-11-01T00:00:00Z',
  '18.4.0-beta.17': '2026-10-01T00:00:00Z',
  '18.4.0-beta.18': '2026-11-01T00:00:00Z',
  '0.45.4': '2026-10-01T00:00:00Z',
  '0.46.0': '2026-11-01T00:00:00Z',
}

test.each([
  ['1.7.7', '1.7.25'],
  ['1.7.25', '1.7.25'],
  ['2.0.0', '2.0.0'],
  ['18.4.0-beta.17', '18.4.0-beta.18'],
  ['0.45.4', '0.45.4'],
])('the newest version compatible with %s that was published at least three days ago is %s', (current, expected) => {
  expect(newest(current, times, now)).toBe(expected)
})

type Entry = { readonly integrity?: string; readonly optional?: boolean; readonly os?: readonly string[] }

test('every package in the lock file has a SHA-512 integrity, except optional ones for other platforms', () => {
  const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, Entry>
  }
  const without = Object.entries(packages).filter(([place, { integrity }]) => place !== '' && integrity === undefined)
  const unproven = without.filter(([place, { optional, os }]) => !optional || (!os && !/-musl$/.test(place)))
  expect(unproven.map(([place]) => place)).toEqual([])
  const bySha512 = Object.values(packages).filter(({ integrity }) => integrity !== undefined)
  expect(bySha512.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([])
})
