import { expect, test } from 'vitest'
import { actions } from '../order/actions.ts'
import { homeScreens, isOneOf, policy, roles, screens } from './policy.ts'

test('every role except the customer is a staff role and may open its own screen', () => {
  expect(['customer', ...policy.staff].sort()).toEqual([...roles].sort())
  for (const role of policy.staff) expect(isOneOf(role, screens[homeScreens[role]]), role).toBe(true)
})

test('a customer can open no staff screen', () => {
  for (const [screen, by] of Object.entries(screens)) expect(isOneOf('customer', by), screen).toBe(false)
})

test('every order action is allowed to one of the role groups in policy.ts', () => {
  const groups = Object.values(policy).map(String)
  for (const [action, { by }] of Object.entries(actions))
    if (by.length > 0) expect(groups, action).toContain(String(by))
})
