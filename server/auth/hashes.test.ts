import { expect, test } from 'vitest'
import { form, openTestRestaurant } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'

// With real hashes: the thread pool that they fill is what this is about.
const restaurant = await openTestRestaurant(await freshDatabase())

test('SAFE-14: what strangers guess waits for itself: cookies and known people are verified before it', async () => {
  const ada = restaurant.browser()
  await ada.signUp(form({ username: 'Ada Obi' }))
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const guesses = 12
  let answered = 0
  const all = Array.from({ length: guesses }, async () => {
    await restaurant.auth.isPassword('a guess', undefined)
    answered++
  })
  expect(restaurant.auth.sessionToken(new Headers({ cookie }))).toBeDefined()
  expect(answered).toBeLessThan(guesses / 3)
  await restaurant.auth.isPassword('jollof at midnight', undefined, 'known')
  expect(answered).toBeLessThan(guesses / 2)
  await Promise.all(all)
})
