import { contains, type Span } from '../text/spans.ts'

/** The hours of a dish: those of its category and its own. The dish is served in the hours common to all. */
type Served = readonly (readonly Span[])[]

/** Returns when a dish is served again, '06:00'; undefined if it is served at `time`. Both are Lagos time. */
export function servedAgain(served: Served, time: string): string | undefined {
  const closed = served.find((spans) => spans.length > 0 && !spans.some((span) => contains(span, time)))
  return closed && (closed.find(({ from }) => from > time) ?? closed[0])?.from
}

/** Returns 'Akara and Pap are', or 'Akara is'. */
export function named(dishes: readonly string[]): string {
  if (dishes.length > 1) return `${dishes.slice(0, -1).join(', ')} and ${dishes.at(-1)} are`
  return `${dishes[0] ?? 'The dish'} is`
}

/** Returns the sentence for dishes outside their hours. `again` is 'at 06:00', or '' if unknown. */
export function notServed(dishes: readonly string[], again: string): string {
  return `${named(dishes)} not served at this time.${again && ` Served again ${again}.`}`
}
