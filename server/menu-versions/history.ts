import { desc, eq, sql } from 'drizzle-orm'
import type { MenuVersions } from '#contract/menu/menu-document.ts'
import type { Database } from '../db/database.ts'
import { menuVersions, users } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { menuVersionDays } from '../process/retention.ts'

/** The number of versions that owners see and can restore. */
const shown = 50

export async function menuHistory({ orm }: Database): Promise<MenuVersions> {
  const rows = await orm
    .select({ version: menuVersions.version, at: menuVersions.publishedAt, by: users.name, note: menuVersions.note })
    .from(menuVersions)
    .leftJoin(users, eq(users.id, menuVersions.publishedBy))
    .orderBy(desc(menuVersions.version))
    .limit(shown)
  return { versions: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}

/** Deletes versions that are no longer shown. Every price set at the desk adds a version as large as the whole menu. */
export const sweepMenuVersions: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from menu_versions where version in (
          select version from menu_versions
           where version <= (select max(version) from menu_versions) - ${shown}
             and published_at < now() - make_interval(days => ${menuVersionDays}) order by version limit ${most})`,
  )
