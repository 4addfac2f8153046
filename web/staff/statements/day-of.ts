import { day } from '#web/ui/lagos-time.ts'

/** Returns '2 Nov' for a day in the form YYYY-MM-DD. */
export const dayOf = (written: string) => day(`${written}T12:00:00+01:00`)
