import { expect, test } from 'vitest'
import { screens } from '#domain/restaurant/policy.ts'
import { staffPages } from './staff-pages.ts'

test('the paths of the staff pages are exactly the screens of domain/restaurant/policy.ts', () => {
  const consoles = staffPages.map(({ path }) => path)
  // '/ui', the gallery of components, exists in development only.
  expect(consoles.filter((path) => path !== '/ui').sort()).toEqual(Object.keys(screens).sort())
})
