import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { SavedMenuDraft } from '#contract/menu/menu-document.ts'
import { same } from '#domain/menu/same.ts'
import type { Database, Transaction } from '../db/database.ts'
import { menuDraft, users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'

/** Returns the draft of the menu that owners share, and who saved it last. */
export async function savedDraft({ orm }: Database): Promise<SavedMenuDraft> {
  const [draft] = await orm
    .select({
      basedOn: menuDraft.basedOn,
      revision: menuDraft.revision,
      savedBy: users.name,
      savedAt: menuDraft.savedAt,
      categories: menuDraft.categories,
    })
    .from(menuDraft)
    .innerJoin(users, eq(users.id, menuDraft.savedBy))
  return {
    draft: draft ? { ...draft, savedAt: draft.savedAt.toISOString(), categories: [...draft.categories] } : null,
  }
}

/**
 * Saves the draft over the revision that the page has read. Throws a Refusal if another page has saved since. A
 * repeated save changes nothing and succeeds, because its first response may have been lost.
 */
export async function saveDraft(
  database: Database,
  { user: owner, body }: Call<'PUT /api/office/menu-draft'>,
): Promise<{ readonly revision: number }> {
  const { orm } = database
  const { basedOn, revision, categories } = body
  const draft = { basedOn, categories, revision: revision + 1, savedBy: owner.id, savedAt: sql`now()` }
  const saved = { revision: menuDraft.revision }
  const [row] =
    revision === 0
      ? await orm.insert(menuDraft).values(draft).onConflictDoNothing().returning(saved)
      : await orm.update(menuDraft).set(draft).where(eq(menuDraft.revision, revision)).returning(saved)
  if (row) return row
  const { draft: now } = await savedDraft(database)
  if (now?.revision === revision + 1 && same(now.categories, categories)) return { revision: now.revision }
  throw refuse('menu-moved-on', 'This draft was changed on another device or in another window.')
}

/** Deletes the draft after it was published or discarded. */
export async function dropDraft(db: NodePgDatabase | Transaction): Promise<undefined> {
  await db.delete(menuDraft)
}
