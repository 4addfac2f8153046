import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'

/** The part of an opening within one day. Minutes since midnight; an opening over midnight is two pieces. */
export type Piece = {
  readonly from: number
  readonly until: number
  /** `begun` is true if the opening began on the day before, `goesOn` if it continues on the next day. */
  readonly begun: boolean
  readonly goesOn: boolean
  /** '06:00 – 02:00, over midnight'. */
  readonly words: string
}

/** Returns the pieces of the openings on a day that begins at `midnight`, in order. */
export function piecesOf(hours: Hours.OpeningHours, midnight: number): Piece[] {
  const end = midnight + Lagos.dayLength
  return Hours.openingsBetween(hours, midnight, end).map((opening) => ({
    from: minutesBetween(midnight, Math.max(opening.opens, midnight)),
    until: minutesBetween(midnight, Math.min(opening.closes, end)),
    begun: opening.opens < midnight,
    goesOn: opening.closes > end,
    words: wordsOf(opening, midnight, end),
  }))
}

function wordsOf({ opens, closes }: Hours.Opening, midnight: number, end: number): string {
  const until = closes === end ? 'midnight' : Lagos.clock(closes)
  if (opens <= midnight && closes >= end) return closes === end ? 'Open until midnight' : 'Open 24 hours'
  if (opens < midnight) return `to ${until}`
  if (closes <= end) return `${Lagos.clock(opens)} – ${until}`
  return closes < end + Lagos.dayLength
    ? `${Lagos.clock(opens)} – ${until}, over midnight`
    : `from ${Lagos.clock(opens)}`
}

function minutesBetween(from: number, until: number): number {
  return (until - from) / Lagos.minute
}
