import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { Checklist, Setup } from '#contract/office/setup.ts'
import type { User } from '#contract/session.ts'
import * as Points from '#domain/restaurant/checklist.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { policy } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { credentials, home, type SettingsDocument, settings, users } from '../db/schema.ts'
import { isInSetup, lockSettings, readSettings } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import { type NameFile, publishedMenu, publishMenu } from '../menu-versions/versions.ts'
import { sentenceOf } from '../process/start-error.ts'
import { settingsChanged } from '../settings/settings.ts'

/** Returns the progress of the set-up, also to visitors of /setup without a session. */
export async function setupState(db: Reader): Promise<Setup> {
  if (!(await isInSetup(db))) return { state: 'open' }
  const [waits] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(and(inArray(users.role, policy.owners), isNull(credentials.password)))
    .limit(1)
  return { state: waits ? 'code' : 'begun' }
}

/** Returns the checklist. `isPublic` is true if customers can reach the server under an https address. */
export async function readChecklist(db: Reader, owner: User, { isPublic }: { isPublic: boolean }): Promise<Checklist> {
  const document = await readSettings(db)
  const done = await pointsOf(db, document, owner, isPublic)
  return {
    isOpen: document.setup !== 'begun',
    points: Points.allPoints.map((point) => ({
      point,
      isDone: done[point],
      isNecessary: Points.points[point] === 'necessary',
    })),
  }
}

/** Opens the restaurant to customers for good. Throws a Refusal while a necessary point of the checklist is missing. */
export async function openRestaurant(database: Database, owner: User): Promise<void> {
  await database.transaction(async (tx) => {
    const { document } = await lockSettings(tx)
    if (document.setup !== 'begun') return
    const [first] = Points.blocking(await pointsOf(tx, document, owner, false))
    if (first) throw refuse('invalid', `${sentences[first]} Then open the restaurant.`, first)
    await tx.update(settings).set({ document: { ...document, setup: 'done' } })
    await beginHomePage(tx, document)
    await recordAudit(tx, owner, 'restaurant.open', 'settings')
    await settingsChanged(tx)
  })
}

/** Reads the menu that a new restaurant may begin with. */
export type ReadDemoMenu = () => Promise<readonly MenuCategory[]>

/**
 * Publishes the menu of the restaurant's folder for editing. Throws a Refusal after the opening, so customers never see
 * the menu unedited.
 */
export async function takeDemoMenu(
  { readDemoMenu, ...parts }: { database: Database; nameFile: NameFile; readDemoMenu: ReadDemoMenu },
  owner: Actor,
): Promise<void> {
  await requireSetup(parts.database)
  const { version } = await publishedMenu(parts.database)
  // Reading all pictures of the folder takes long, so the restaurant may have opened meanwhile.
  const categories = await readDemoMenu().catch((error: unknown) => {
    const sentence = sentenceOf(error)
    throw sentence === undefined ? error : refuse('invalid', sentence)
  })
  await requireSetup(parts.database)
  await publishMenu(parts, owner, { basedOn: version, categories: [...categories], note: 'The menu of the demo.' })
}

async function requireSetup({ orm }: Database): Promise<void> {
  if (!(await isInSetup(orm))) throw refuse('invalid', 'The restaurant is open and has a menu of its own.')
}

const sentences: Readonly<Record<Points.NecessaryPoint, string>> = {
  name: 'Name the restaurant first.',
  contact: 'Enter a phone number and the address first.',
  accounts: 'Enter a bank account first.',
  hours: 'Set the hours first.',
  menu: 'Publish one dish that can be bought first.',
}

async function pointsOf(
  db: Reader,
  document: SettingsDocument,
  owner: User,
  isPublic: boolean,
): Promise<Record<Points.Point, boolean>> {
  const { rows } = await db.execute<{ places: boolean; menu: boolean; secondFactor: boolean; backup: boolean }>(sql`
    select exists (select from locations) as places,
           exists (select from items join categories on categories.id = items.category_id
                    where categories.listed and not items.removed and items.available
                      and (items.portions_left is null or items.portions_left > 0)) as menu,
           exists (select from users where id = ${owner.id} and second_factor_since is not null) as "secondFactor",
           exists (select from instance where backed_up_at is not null) as backup`)
  const [found] = rows
  if (!found) throw new Error('The facts of the checklist have no row.')
  return {
    ...found,
    name: document.description !== '',
    contact: document.phone !== '' && document.address !== '',
    accounts: document.accounts.length > 0,
    hours: document.hours !== undefined,
    'second-factor': found.secondFactor,
    'public-address': isPublic,
  }
}

/** Fills the home page with the restaurant's own texts. */
async function beginHomePage(tx: Transaction, { name, tagline, description }: SettingsDocument): Promise<void> {
  const [page] = await tx.select().from(home)
  if (!page) return
  const { document } = page
  const about = document.about.paragraphs.length > 0 ? document.about : { title: name, paragraphs: [description] }
  const marquee = document.marquee.length > 0 ? document.marquee : [tagline]
  await tx.update(home).set({ document: { ...document, about, marquee } })
}
