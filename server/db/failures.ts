import pg from 'pg'

/** The database cannot be reached or did not answer in time. A retry in a moment may succeed. */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

/** The database's disk is full: nothing can be recorded until there is room. */
export class DatabaseFull extends Error {
  override name = 'DatabaseFull'
}

/** Returns true for DatabaseGone, also where Drizzle wrapped it. */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof DatabaseGone || (error instanceof Error && isDatabaseGone(error.cause))
}

/** Returns true for DatabaseFull, also where Drizzle wrapped it. */
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

/** Returns true where the database refuses, closes, starts or has no connection left; false for a wrong password or name. */
export function mayComeBack(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P|53300)/.test(state)
  const code = (error as NodeJS.ErrnoException).code
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EAGAIN'].includes(code)
}
