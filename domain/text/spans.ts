/**
 * A span of Lagos time, 'HH:MM'. It crosses midnight if `until` is not after `from`: from 18:00 until 02:00, or from
 * 00:00 until 00:00.
 */
export type Span = { readonly from: string; readonly until: string }

export const mostSpans = 3

/** Returns true if a time of day lies in a span. Compares times of day as texts. */
export function contains({ from, until }: Span, time: string): boolean {
  return from < until ? from <= time && time < until : from <= time || time < until
}

/** Returns the index of the first span that begins before the previous span has ended; -1 without an overlap. */
export function overlap(spans: readonly Span[]): number {
  return spans.findIndex(({ from }, index) => {
    const before = spans[index - 1]
    return before !== undefined && (before.until <= before.from || from < before.until)
  })
}

/** Returns the text of hours in a cell or a field: '06:00-11:00; 17:00-22:00'; '' for any time. */
export function written(spans: readonly Span[]): string {
  return spans.map(({ from, until }) => `${from}-${until}`).join('; ')
}

const span = /^([01]?\d|2[0-3]):([0-5]\d) ?(?:-|–|to) ?([01]?\d|2[0-3]):([0-5]\d)$/

/** Parses hours as people write them. Undefined for invalid, overlapping or too many spans. */
export function parse(text: string): Span[] | undefined {
  const tokens = text
    .split(/[;,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const spans = tokens.flatMap((token) => {
    const [, ...times] = span.exec(token) ?? []
    const [fromHour = '', fromMinute, untilHour = '', untilMinute] = times
    if (times.length === 0) return []
    return [
      { from: `${fromHour.padStart(2, '0')}:${fromMinute}`, until: `${untilHour.padStart(2, '0')}:${untilMinute}` },
    ]
  })
  return spans.length === tokens.length && spans.length <= mostSpans && overlap(spans) === -1 ? spans : undefined
}
