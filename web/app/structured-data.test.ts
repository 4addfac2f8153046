import { expect, test } from 'vitest'
import type { Site } from '#contract/site.ts'
import type { OpeningHours } from '#domain/restaurant/hours.ts'
import { homeData } from './structured-data.ts'

const site: Site = {
  name: 'Test Kitchen',
  shortName: 'Test',
  tagline: '',
  description: '',
  phone: '+2348000000001',
  whatsapp: '+2348000000001',
  address: '',
  mapUrl: 'https://example.com',
  openingHours: 'Always, we think',
  preparation: { least: 10, most: 45 },
  socials: [],
  hero: null,
  paused: null,
  showSides: [],
  delivers: true,
  farm: null,
  categories: [],
}

const restaurantOf = (hours?: OpeningHours) => {
  const restaurant = { origin: 'https://order.example', site: { ...site, ...(hours && { hours }) }, card: undefined }
  return homeData(restaurant, { items: [], sources: {}, called: {} })[0]
}

const named = (...days: string[]) => days.map((day) => `https://schema.org/${day}`)

test('OWNER-5: the structured data has the week’s opening hours, with hours past midnight and the closed dates', () => {
  const week = { from: '10:00', until: '22:00' }
  const lunch = { from: '08:00', until: '15:00' }
  const late = { from: '18:00', until: '02:00' }
  const wholeDay = { from: '00:00', until: '00:00' }
  const hours = {
    always: false,
    weekly: [[], [week], [week], [week], [lunch, late], [wholeDay], []],
    closed: ['2026-12-25'],
  } as const
  expect(restaurantOf({ ...hours, lastOrder: 30 })).toMatchObject({
    openingHoursSpecification: [
      { dayOfWeek: named('Tuesday', 'Wednesday', 'Thursday'), opens: '10:00', closes: '22:00' },
      { dayOfWeek: named('Friday'), opens: '08:00', closes: '15:00' },
      { dayOfWeek: named('Friday'), opens: '18:00', closes: '02:00' },
      { dayOfWeek: named('Saturday'), opens: '00:00', closes: '23:59' },
    ],
    specialOpeningHoursSpecification: [
      { validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
    ],
  })
})

test('OWNER-5: the structured data has no opening hours if the restaurant describes them only in words', () => {
  expect(restaurantOf()).not.toHaveProperty('openingHoursSpecification')
})
