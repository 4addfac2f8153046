import { expect, test } from 'vitest'
import { screens } from '#domain/policy.ts'
import { pages } from './pages.ts'

test('the consoles are the screens that the policy opens, each to somebody', () => {
  const consoles = pages.filter(({ frame }) => frame === 'console').map(({ path }) => path)
  // '/ui' is in no build.
  expect(consoles.filter((path) => path !== '/ui').sort()).toEqual(Object.keys(screens).sort())
})
