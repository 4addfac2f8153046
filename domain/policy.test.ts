import { expect, test } from 'vitest'
import { roles } from './order.ts'
import { actions } from './order-actions.ts'
import { isOneOf, policy, posts, screens } from './policy.ts'

test('all but customers are staff, and each of them opens the screen that is their post', () => {
  expect(['customer', ...policy.staff].sort()).toEqual([...roles].sort())
  for (const role of policy.staff) expect(isOneOf(role, screens[posts[role]]), role).toBe(true)
})

test("a customer opens none of the staff's screens", () => {
  for (const [screen, by] of Object.entries(screens)) expect(isOneOf('customer', by), screen).toBe(false)
})

test('each action on an order is for one of the groups that the policy knows', () => {
  const groups = Object.values(policy).map(String)
  for (const [action, { by }] of Object.entries(actions))
    if (by.length > 0) expect(groups, action).toContain(String(by))
})
