import type { ReadyPromise } from '#contract/site.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { minute } from '#domain/restaurant/lagos.ts'
import { firstSlot } from '#domain/restaurant/slots.ts'
import type { Database } from '../db/database.ts'
import { settingsNow, settingsOf } from '../db/stored-settings.ts'
import { isLimited, kitchenNow, promiseOf } from '../kitchen-load/promise.ts'
import { quarterRows } from './bookings.ts'
import { calendarOf, rangeOf } from './calendar.ts'

const oneDish: Calendar.CartTimes = {
  lines: [[{ count: 1, dish: { served: [] }, isSide: false }]],
  driving: 0,
}

/**
 * Returns the promise that pages show. In a kitchen with a capacity, the promise depends on the cart, so pages show the
 * promise for one usual dish.
 */
export async function readyPromise({ orm }: Database): Promise<ReadyPromise> {
  const kitchen = await kitchenNow(orm)
  const { readyBy, minutes } = promiseOf(kitchen)
  const usual = { readyBy: readyBy.toISOString(), minutes }
  if (!isLimited(kitchen)) return usual
  const stored = settingsOf(await settingsNow(orm))
  const { now } = stored
  const calendar = calendarOf(stored, kitchen, await quarterRows(orm, rangeOf('soonest', now)))
  const answer = Calendar.availability(calendar, oneDish, now, 'soonest')
  const due = answer.available ? answer.due : answer.reason === 'full' ? firstSlot(calendar, oneDish, now) : undefined
  if (due === undefined || due <= readyBy.getTime()) return usual
  return { readyBy: new Date(due).toISOString(), minutes: Math.round((due - now) / minute) }
}
