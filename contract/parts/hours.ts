import { z } from 'zod'
import { mostSpans, overlap } from '#domain/text/spans.ts'
import { clock, day, document, list } from './fields.ts'

const time = clock('Please enter a time such as 18:30.')
const date = day('Please enter a date.')

/** The hours of one day, in order. */
export const spans = z
  .array(z.strictObject({ from: time, until: time }))
  .max(mostSpans, `Please keep ${mostSpans} times a day or fewer.`)
  .check(({ value, issues }) => {
    const index = overlap(value)
    if (index === -1) return
    const message = 'These hours begin before the ones above end.'
    issues.push({ code: 'custom', input: value, path: [index, 'from'], message })
  })

const always = z.strictObject({ always: z.literal(true) })

/** See `OpeningHours` of the domain. */
export const openingHours = z.union([
  document({ always: z.literal(true) }),
  document({
    always: z.literal(false),
    weekly: list(list(document({ from: z.string(), until: z.string() }))),
    closed: list(z.string()),
    lastOrder: z.int(),
  }),
])

export const openingHoursChange = z.discriminatedUnion('always', [
  always,
  z.strictObject({
    always: z.literal(false),
    /** Seven days from Monday on. A span crosses midnight if `until` is not after `from`. */
    weekly: z.array(spans).length(7, 'Please give all seven days.'),
    closed: z.array(date).max(100, 'Please keep 100 days or fewer.'),
    lastOrder: z
      .int('Please enter whole minutes.')
      .min(0, 'Please enter 0 minutes or more.')
      .max(240, 'Please enter 240 minutes or fewer.'),
  }),
])
