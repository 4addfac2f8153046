import * as Calendar from '#domain/restaurant/calendar.ts'
import { standingNotice } from '#domain/restaurant/calendar-words.ts'
import type { Pause } from '#domain/restaurant/pause.ts'
import type { settingsOf } from '../db/stored-settings.ts'

/** The notice until the owner opens the restaurant. */
export const notOpenYet = 'This restaurant is not open yet.'

/** Returns whether the restaurant takes orders now. While it takes none, `notice` is the sentence for customers. */
export function standingOf(
  { document: { hours = { always: true }, dayBegins, setup }, now }: ReturnType<typeof settingsOf>,
  pause: Pause | null,
): Calendar.Standing & { readonly notice: string | null } {
  if (setup === 'begun') return { state: 'closed', notice: notOpenYet }
  const standing = Calendar.standing({ hours, dayBegins, pause }, now)
  return { ...standing, notice: standingNotice(standing, now) }
}
