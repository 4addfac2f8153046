import { monthName } from '../text/months.ts'

/** The name of Lagos time in time zone databases. */
export const zone = 'Africa/Lagos'

export const minute = 60_000

/** The offset of Lagos from UTC in milliseconds, all year. */
export const ahead = 60 * minute

/** The length of a day in milliseconds: always 24 hours, because Lagos has no daylight saving time. */
export const dayLength = 24 * ahead

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Returns the days in Lagos since 1 January 1970. */
export function dayOf(time: number): number {
  return Math.floor((time + ahead) / dayLength)
}

/** Returns the midnight in Lagos at which a day begins, in epoch milliseconds. */
export function midnight(day: number): number {
  return day * dayLength - ahead
}

/** Returns the day of the week from 0 for Monday: 1 January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Returns 'Friday', in Lagos. */
export function weekday(time: number): string {
  return `${days[weekdayOf(dayOf(time))]}`
}

/** Returns the day in Lagos: '2026-12-25'. */
export function dateOf(time: number): string {
  const { year, month, date } = parts(dayOf(time))
  return `${year}-${two(month)}-${two(date)}`
}

/** Returns '7 December', in Lagos. */
export function dayAndMonth(time: number): string {
  const { month, date } = parts(dayOf(time))
  return `${date} ${monthName(month)}`
}

/** Returns '18:00', in Lagos. */
export function clock(time: number): string {
  const minutes = Math.floor((time - midnight(dayOf(time))) / minute)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Returns '20:30', or 'Tuesday 10:00' on another day than that of `now`. */
export function hourOf(time: number, now: number): string {
  return dayOf(time) === dayOf(now) ? clock(time) : `${weekday(time)} ${clock(time)}`
}

/** Returns the minutes since midnight of a time of day, '18:00'. */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns when clocks next show a time of day, '18:00'. */
export function nextTime(clock: string, now: number): number {
  const today = midnight(dayOf(now)) + minutesOf(clock) * minute
  return today > now ? today : today + dayLength
}

/**
 * Returns the day number of a date, by the rule of the Gregorian calendar:
 * https://howardhinnant.github.io/date_algorithms.html
 */
export function dayOfDate(written: string): number {
  const [year = 0, month = 1, date = 1] = written.split('-').map(Number)
  const from = month <= 2 ? year - 1 : year
  const era = Math.floor(from / 400)
  const ofEra = from - era * 400
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

/** Returns the date of a day number: the inverse of `dayOfDate`. */
function parts(day: number): { year: number; month: number; date: number } {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const part = Math.floor((5 * ofYear + 2) / 153)
  const month = part < 10 ? part + 3 : part - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: ofYear - Math.floor((153 * part + 2) / 5) + 1,
  }
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
