/** Writes one line for each event. Fields contain ids and numbers; never a password, token, phone or address. */
export type Log = (event: string, fields?: Readonly<Record<string, string | number | boolean | undefined>>) => void

/** Writes JSON lines to standard error, so standard output remains for text that a person reads in the terminal. */
export const log: Log = (event, fields = {}) => {
  process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`)
}

/** Returns the parts of an unexpected error that may be logged: name, message and place, without query parameters. */
export function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: String(error) }
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  // Drizzle's message contains the parameters of the failed query. Its first line contains only the query.
  const message = error.message.split('\nparams:')[0] ?? error.name
  return { error: `${error.name}: ${message}`, ...(cause && { cause }), ...(error.stack && { stack: stackOf(error) }) }
}

function stackOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim())
    .join(' | ')
}
