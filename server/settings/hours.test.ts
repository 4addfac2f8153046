import { beforeEach, expect, test } from 'vitest'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { announceHours } from './hours.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { owner, cashier } = restaurant
let ada = await restaurant.customer()
beforeEach(async () => {
  ada = await restaurant.customer()
})

// All tests use one time, so a run across midnight has the same days throughout.
const now = Date.now()

const wholeDay = { from: '00:00', until: '00:00' }

/** Returns opening hours of whole days, closed on the days of the week that are `days` days after today. */
const closedIn = (...days: number[]) => {
  const today = (Lagos.days as readonly string[]).indexOf(dayNamed(0))
  const closed = days.map((days) => (today + days) % 7)
  const weekly = Lagos.days.map((_day, index) => (closed.includes(index) ? [] : [wholeDay]))
  return { always: false as const, weekly, closed: [] as string[], lastOrder: 30 }
}

const dayNamed = (days: number) =>
  new Date(now + days * 86_400_000).toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Africa/Lagos' })

const change = (hours: unknown) =>
  restaurant.call<RestaurantSettings>(owner, 'PATCH', '/api/office/settings', { hours })
const site = async () => (await restaurant.call<Site>(undefined, 'GET', '/api/site')).body
const told = async () => (await restaurant.events('settings')).length

test('OWNER-5: on a closed day the site and new quotes say when orders are taken again, and an earlier quote can be placed', async () => {
  const dish = await restaurant.dish(5000)
  const { body: held } = await restaurant.quote(ada, cartOf(dish))
  // Yesterday (6) and tomorrow (1) are closed too, in case the test runs around midnight.
  expect((await change(closedIn(6, 0, 1))).status).toBe(200)
  const sentence = `We are closed. We take orders again on ${dayNamed(2)} at 00:00.`
  expect((await site()).paused).toBe(sentence)
  expect(await restaurant.quote(await restaurant.customer(), cartOf(dish))).toMatchObject({
    status: 409,
    body: { code: 'ordering-paused', detail: sentence },
  })
  expect(await restaurant.place(ada, held.id)).toMatchObject({ status: 201 })

  await change({ always: true })
  expect((await site()).paused).toBeNull()
  expect((await restaurant.quote(await restaurant.customer(), cartOf(dish))).status).toBe(201)
})

test('OWNER-5: a closed date overrides the weekly hours, and the hours in words describe the week only', async () => {
  const dates = [-1, 0, 1].map((days) => Lagos.dateOf(now + days * 86_400_000))
  const { body } = await change({ ...closedIn(), closed: dates })
  expect(body.hours).toMatchObject({ always: false, closed: dates })
  expect(await site()).toMatchObject({
    openingHours: 'Open 24 hours, every day',
    hours: { closed: dates },
    paused: `We are closed. We take orders again on ${dayNamed(2)} at 00:00.`,
  })
  await change({ always: true })
  expect(await site()).toMatchObject({ openingHours: 'Open 24 hours, every day', paused: null })
})

test('OWNER-5: while the restaurant is closed and paused, the site shows the sentence about the opening hours', async () => {
  await restaurant.call(cashier, 'PATCH', '/api/kitchen-load', { paused: 'The grill is being cleaned.' })
  expect((await site()).paused).toMatch(/^The grill is being cleaned\. /)
  await change(closedIn(0, 1, 2, 3, 4, 5, 6))
  expect((await site()).paused).toBe('We are closed. Please call us.')
  await restaurant.call(cashier, 'PATCH', '/api/kitchen-load', { paused: null })
  await change({ always: true })
})

test('OWNER-5: open pages are notified once of an opening or closing, by one of several processes', async () => {
  await announceHours(database)
  await change(closedIn(0, 1, 2, 3, 4, 5, 6))
  const before = await told()
  await Promise.all([announceHours(database), announceHours(database)])
  expect(await told()).toBe(before + 1)
  await announceHours(database)
  expect(await told()).toBe(before + 1)
  await change({ always: true })
  await announceHours(database)
  expect(await told()).toBe(before + 3)
})

test.each<[string, object, string, string]>([
  ['a week of six days', { weekly: Array(6).fill([]) }, 'hours.weekly', 'Please give all seven days.'],
  [
    'an invalid time',
    { weekly: [[{ from: '25:00', until: '22:00' }], ...Array(6).fill([])] },
    'hours.weekly.0.0.from',
    'Please enter a time such as 18:30.',
  ],
  [
    'a span that overlaps the span above it',
    {
      weekly: [
        [
          { from: '18:00', until: '02:00' },
          { from: '20:00', until: '22:00' },
        ],
        ...Array(6).fill([]),
      ],
    },
    'hours.weekly.0.1.from',
    'These hours begin before the ones above end.',
  ],
  ['an empty date', { closed: [''] }, 'hours.closed.0', 'Please enter a date.'],
  ['a last order in words', { lastOrder: null }, 'hours.lastOrder', 'Please enter whole minutes.'],
])(
  'OWNER-5: an opening-hours setting with %s is refused with a sentence at its field',
  async (_fault, wrong, field, said) => {
    const answer = await change({ ...closedIn(), ...wrong })
    expect(answer.status).toBe(422)
    const problems = answer.body.errors ?? [{ field: answer.body.field, detail: answer.body.detail }]
    expect(problems).toContainEqual({ field, detail: said })
    expect((await site()).paused).toBeNull()
  },
)
