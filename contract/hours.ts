import { z } from 'zod'
import { document, list } from './parts/fields.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 18:30.')
const date = z.iso.date('Please enter a date.')

const always = z.strictObject({ always: z.literal(true) })

/** `OpeningHours` of the domain. */
export const openingHours = z.union([
  document({ always: z.literal(true) }),
  document({
    always: z.literal(false),
    weekly: list(document({ from: z.string(), until: z.string() }).nullable()),
    closed: list(z.string()),
    lastOrder: z.int(),
  }),
])

/** The same, as it is typed. */
export const openingHoursChange = z.discriminatedUnion('always', [
  always,
  z.strictObject({
    always: z.literal(false),
    /** From Monday on; past midnight where `until` is not after `from`. */
    weekly: z.array(z.strictObject({ from: clock, until: clock }).nullable()).length(7, 'Please give all seven days.'),
    closed: z.array(date).max(100, 'Please keep 100 days or fewer.'),
    lastOrder: z
      .int('Please enter whole minutes.')
      .min(0, 'Please enter 0 minutes or more.')
      .max(240, 'Please enter 240 minutes or fewer.'),
  }),
])
