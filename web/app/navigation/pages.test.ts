import { expect, test } from 'vitest'
import { screens } from '#domain/restaurant/policy.ts'
import { staffPages } from './staff-pages.ts'

test('the staff pages are the screens of the policy', () => {
  const consoles = staffPages.map(({ path }) => path)
  // '/ui' is development only.
  expect(consoles.filter((path) => path !== '/ui').sort()).toEqual(Object.keys(screens).sort())
})
