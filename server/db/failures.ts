import pg from 'pg'

/** The database is unreachable or did not respond in time. A retry may succeed. */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

/** The database's disk is full: writes fail until space is freed. */
export class DatabaseFull extends Error {
  override name = 'DatabaseFull'
}

/** Returns true for DatabaseGone, even when wrapped by Drizzle. */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof DatabaseGone || (error instanceof Error && isDatabaseGone(error.cause))
}

/** Returns true for DatabaseFull, even when wrapped by Drizzle. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof DatabaseFull || (error instanceof Error && isDatabaseFull(error.cause))
}

/** Returns the SQLSTATE of a failed statement, such as 23505 for a unique violation, even when wrapped by Drizzle. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error ? sqlState(error.cause) : undefined
}

export function brokenConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint
  return error instanceof Error ? brokenConstraint(error.cause) : undefined
}

/**
 * Returns true if the database refuses connections, is starting or stopping, or has no free connection; false for a
 * wrong password or name.
 */
export function mayComeBack(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P|53300)/.test(state)
  const code = (error as NodeJS.ErrnoException).code
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EAGAIN'].includes(code)
}
