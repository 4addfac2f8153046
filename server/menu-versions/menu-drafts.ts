import { desc, eq, ne, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { MenuDraft, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { menuDrafts, users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'

/** The owner's own draft, and who else has one. */
export async function menuDraft(
  { orm }: Database,
  { user: owner }: Call<'GET /api/office/menu-draft'>,
): Promise<MenuDraft> {
  const [own] = await orm.select().from(menuDrafts).where(eq(menuDrafts.userId, owner.id))
  const others = await orm
    .select({ by: users.name, savedAt: menuDrafts.savedAt })
    .from(menuDrafts)
    .innerJoin(users, eq(users.id, menuDrafts.userId))
    .where(ne(menuDrafts.userId, owner.id))
    .orderBy(desc(menuDrafts.savedAt))
  return {
    draft: own
      ? {
          basedOn: own.basedOn,
          revision: own.revision,
          savedAt: own.savedAt.toISOString(),
          categories: [...own.categories],
        }
      : null,
    others: others.map(({ by, savedAt }) => ({ by, savedAt: savedAt.toISOString() })),
  }
}

/**
 * Saves an owner's draft over the revision that the page has read, or over what the same page saved before, whose answer may be
 * lost. Throws a Refusal where another page or device has saved since.
 */
export async function saveMenuDraft(
  { orm }: Database,
  { user: owner, body }: Call<'PUT /api/office/menu-draft'>,
): Promise<SavedMenuDraft> {
  const { basedOn, revision, page, categories } = body
  const saved = { revision: menuDrafts.revision, savedAt: menuDrafts.savedAt }
  const draft = { basedOn, page, categories, savedAt: sql`now()` }
  const written =
    revision > 0
      ? await orm
          .update(menuDrafts)
          .set({ ...draft, revision: sql`${menuDrafts.revision} + 1` })
          .where(
            sql`${eq(menuDrafts.userId, owner.id)} and ${or(eq(menuDrafts.revision, revision), eq(menuDrafts.page, page))}`,
          )
          .returning(saved)
      : await orm
          .insert(menuDrafts)
          .values({ ...draft, userId: owner.id, revision: 1 })
          .onConflictDoUpdate({
            target: menuDrafts.userId,
            set: { ...draft, revision: sql`${menuDrafts.revision} + 1` },
            setWhere: eq(menuDrafts.page, page),
          })
          .returning(saved)
  const [row] = written
  if (!row) throw refuse('menu-moved-on', 'This draft was changed on another device or in another window.')
  return { revision: row.revision, savedAt: row.savedAt.toISOString() }
}

/** When an owner has published or gives the draft up. */
export async function dropMenuDraft(db: NodePgDatabase | Transaction, owner: Actor): Promise<void> {
  await db.delete(menuDrafts).where(eq(menuDrafts.userId, owner.id))
}
