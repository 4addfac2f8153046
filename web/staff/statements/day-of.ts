import { day } from '#web/ui/lagos-time.ts'

/** '2 Nov' of the day that a bank writes. */
export const dayOf = (written: string) => day(`${written}T12:00:00+01:00`)
