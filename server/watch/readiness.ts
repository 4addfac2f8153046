import type { Database } from '../db/database.ts'
import { isDatabaseFull } from '../db/failures.ts'

/** The requirements for recording an order, each 'ok' or a description of its fault. */
export type Readiness = {
  readonly database: 'ok' | 'cannot be written'
  readonly disk: 'ok' | 'full'
  readonly migrations: 'ok' | 'missing'
}

/** A result is reused for this long, because several balancers ask every second or two, and each check is a write. */
const reuseMs = 1000

/**
 * Checks whether an order could be recorded now. The check writes a row as an order would, and therefore detects a
 * read-only database, a full disk and a standby that does not confirm. `migration` is the last migration that this
 * server needs; later migrations are fine.
 */
export function watchReadiness(
  database: Pick<Database, 'pool' | 'isFull'>,
  migration: string | undefined,
): () => Promise<Readiness> {
  let last: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined

  async function look(): Promise<Readiness> {
    try {
      const { rows } = await database.pool.query<{ migrated: boolean }>(
        `update instance set checked_at = now()
         returning $1::text is null or exists (select from schema_migrations where name = $1) as migrated`,
        [migration],
      )
      return { database: 'ok', disk: 'ok', migrations: rows[0]?.migrated ? 'ok' : 'missing' }
    } catch (error) {
      return {
        database: 'cannot be written',
        disk: isDatabaseFull(error) ? 'full' : 'ok',
        migrations: 'ok',
      }
    }
  }

  return async () => {
    if (!last || performance.now() - last.at >= reuseMs) last = { at: performance.now(), readiness: look() }
    const found = await last.readiness
    return database.isFull() ? { ...found, disk: 'full' } : found
  }
}

export function isReady(readiness: Readiness): boolean {
  return Object.values(readiness).every((state) => state === 'ok')
}
