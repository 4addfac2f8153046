import pg from 'pg'

/** No connection to the database, or no answer from it in time. Trying again in a moment may help. */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

/** The database's disk is full: nothing can be recorded until there is room. */
export class DatabaseFull extends Error {
  override name = 'DatabaseFull'
}

/** Whether an error, or the error that Drizzle wrapped in it, is DatabaseGone. */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof DatabaseGone || (error instanceof Error && isDatabaseGone(error.cause))
}

/** Whether an error, or the error that Drizzle wrapped in it, is DatabaseFull. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof DatabaseFull || (error instanceof Error && isDatabaseFull(error.cause))
}

/** The SQLSTATE of a failed statement, such as 23505 for a unique violation; also where Drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error ? sqlState(error.cause) : undefined
}

/** The constraint that a failed statement broke. */
export function brokenConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint
  return error instanceof Error ? brokenConstraint(error.cause) : undefined
}

/** Whether a connection failed because the database refuses, closes, starts or is full; not for a wrong password or name. */
export function mayComeBack(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P|53300)/.test(state)
  const code = (error as NodeJS.ErrnoException).code
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EAGAIN'].includes(code)
}
