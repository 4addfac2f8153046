import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CategoryPage } from '#contract/menu/menu.ts'
import type { MenuCategory, MenuVersions, PublishedMenu, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import * as MenuImport from '#domain/menu/menu-import.ts'
import { same } from '#domain/menu/same.ts'
import * as Csv from '#domain/text/csv.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { items, menuVersions } from '../db/schema.ts'
import { sweepMenuVersions } from './history.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm, owner, call } = restaurant
const path = '/api/office/menu'

const published = async () => (await call<PublishedMenu>(owner, 'GET', path)).body
const put = (body: unknown) => call<PublishedMenu>(owner, 'PUT', path, body)
const page = async (id: string) => (await call<CategoryPage>(undefined, 'GET', `/api/menu/${id}`)).body

type Item = MenuCategory['items'][number]
type Draft = { basedOn: number; categories: MenuCategory[] }

async function withItem(id: string, change: (item: Item) => Item): Promise<Draft> {
  const { version, categories } = await published()
  return {
    basedOn: version,
    categories: categories.map((category) => ({
      ...category,
      items: category.items.map((item) => (item.id === id ? change(item) : item)),
    })),
  }
}

const priced = (id: string, price: number) => withItem(id, (item) => ({ ...item, price: price as Item['price'] }))

test('OWNER-1: a published dish is on the menu with an event and an audit entry, and sold-out dishes stay sold out', async () => {
  await orm.update(items).set({ available: false }).where(eq(items.id, 'jollof'))
  await orm.update(items).set({ portionsLeft: 7 }).where(eq(items.id, 'plantain'))
  const draft = await priced('jollof', 2700)
  const suya = { ...draft.categories[0]?.items[0], id: 'beef-suya', name: 'Beef Suya', price: 6000, groups: [] }
  const answer = await put({
    ...draft,
    categories: draft.categories.map((c, at) => (at === 0 ? { ...c, items: [...c.items, suya] } : c)),
  })
  expect(answer).toMatchObject({ status: 200, body: { version: draft.basedOn + 1 } })

  expect((await page('grills')).items.map(({ id }) => id)).toEqual(['half-chicken', 'beef-suya'])
  const [jollof] = await orm.select().from(items).where(eq(items.id, 'jollof'))
  const [plantain] = await orm.select().from(items).where(eq(items.id, 'plantain'))
  expect(jollof).toMatchObject({ price: 2700, available: false, version: 2 })
  expect(plantain).toMatchObject({ portionsLeft: 7 })

  await orm.update(items).set({ available: true, portionsLeft: null })

  const [event] = (await restaurant.events('menu')).slice(-1)
  expect(event).toMatchObject({ type: 'menu.published', version: draft.basedOn + 1, topics: ['menu'] })
  const [entry] = await restaurant.auditEntries(`menu:version ${draft.basedOn + 1}`)
  expect(entry).toMatchObject({ action: 'menu.publish', actorId: owner.id, detail: { changes: 2 } })
})

test('OWNER-1: an unchanged menu creates no version', async () => {
  const { version, categories } = await published()
  expect(await put({ basedOn: version, categories })).toMatchObject({ status: 200, body: { version } })
})

test('OWNER-1: a draft of an outdated menu is refused with a sentence, and one of two concurrent drafts is published', async () => {
  const [first, second] = [await priced('jollof', 2800), await priced('jollof', 2900)]
  const answers = await Promise.all([put(first), put(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'menu-moved-on',
    detail: expect.stringContaining('changed somewhere else'),
  })
  const { basedOn } = first
  expect((await call(owner, 'GET', `${path}-versions/${basedOn}`)).body).toMatchObject({
    version: basedOn,
    categories: (await orm.select().from(menuVersions).where(eq(menuVersions.version, basedOn)))[0]?.categories,
  })
  expect(await call(owner, 'GET', `${path}-versions/999`)).toMatchObject({ status: 404 })
  expect(await call(owner, 'GET', `${path}-versions/x`)).toMatchObject({ status: 422 })
})

const faults: [what: string, spoil: (draft: Draft) => unknown, detail: string][] = [
  [
    'a price with a fraction',
    ({ categories: [first, ...others] }) => [{ ...first, items: [{ ...first?.items[0], price: 12.5 }] }, ...others],
    'Category "grills": item "half-chicken": price must be whole naira, ₦10,000,000 at most, got 12.5.',
  ],
  ['a text in place of a category', () => ['grills'], 'Category 1 must be an object in {}, got "grills".'],
  [
    'a group that is gone',
    ({ categories: [first, ...others] }) => [{ ...first, groups: first?.groups.slice(1) }, ...others],
    'grills: item "half-chicken": there is no group "free-side" in its category.',
  ],
  [
    'a category that dishes draw from',
    ({ categories }) => categories.filter(({ id }) => id !== 'extra-sides'),
    'grills: group "free-side": there is no category "extra-sides" to draw from.',
  ],
]

test.each(faults)(
  'OWNER-1: a menu with %s is refused with a sentence, and nothing changes',
  async (_, spoil, detail) => {
    const { version, categories } = await published()
    const answer = await put({ basedOn: version, categories: spoil({ basedOn: version, categories: [...categories] }) })
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', detail } })
    expect(await published()).toEqual({ version, categories })
  },
)

const leadsAway = [
  '//evil.example/x',
  '/\\evil.example',
  '/./\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
]

test.each(leadsAway)(
  'SAFE-15: publishing a banner with the link %s is refused with its field, and a stored banner with this link leads to /menu',
  async (link) => {
    const { version, categories } = await published()
    const [first, ...others] = categories
    const linked = (bannerLink: string) =>
      put({ basedOn: version, categories: [{ ...first, banner: 'Read', bannerLink }, ...others] })
    expect(await linked(link)).toMatchObject({
      status: 422,
      body: {
        errors: [{ field: 'categories.0.bannerLink', detail: expect.stringContaining('must be a path of this site') }],
      },
    })
    const stored = sql`jsonb_set(document, '{banner}', ${JSON.stringify({ text: 'Read', link })}::jsonb)`
    await orm.execute(sql`update categories set document = ${stored} where id = 'grills'`)
    expect((await page('grills')).category.banner).toEqual({ text: 'Read', link: '/menu' })
    await orm.execute(sql`update categories set document = jsonb_set(document, '{banner}', 'null') where id = 'grills'`)
  },
)

test('SAFE-15: format characters are removed from the names of dishes and choices', async () => {
  const draft = await withItem('jollof', (item) => ({
    ...item,
    name: 'Jollof\u202e ecir\u200b',
    description: 'Hot\u2066',
  }))
  expect((await put(draft)).status).toBe(200)
  const [jollof] = await orm.select().from(items).where(eq(items.id, 'jollof'))
  expect(jollof).toMatchObject({ name: 'Jollof ecir', description: 'Hot' })
  expect(
    (await put(await withItem('jollof', (item) => ({ ...item, name: 'Jollof Rice', description: 'Hot' })))).status,
  ).toBe(200)
})

test('OWNER-3: checking a menu applies the rules for publishing, and an exported menu file is read as the same menu', async () => {
  const { version, categories } = await published()
  const check = (sent: unknown) => restaurant.send(owner, 'POST', '/api/office/menu-checks', { categories: sent })
  expect((await check(categories)).status).toBe(204)
  const lost = categories.filter(({ id }) => id !== 'extra-sides')
  const refused = await check(lost)
  expect(refused.status).toBe(422)
  const { request: _, ...problem } = await refused.json()
  expect(problem).toMatchObject({ detail: expect.stringContaining('no category "extra-sides"') })
  expect((await put({ basedOn: version, categories: lost })).body).toMatchObject(problem)

  const text = await (await restaurant.send(owner, 'GET', '/api/office/menu-sheet')).text()
  const table = MenuImport.open(Csv.read(text))
  if (!table.ok) throw new Error(table.problem.detail)
  const { columns } = table.value
  const newCategory = () => expect.unreachable('Every category is known.')
  const report = MenuImport.read(table.value, categories, { columns, isWhole: true, newCategory })
  expect(report).toMatchObject({ faults: [], removed: [] })
  expect(same(report.categories, categories)).toBe(true)
  expect((await published()).version).toBe(version)
})

test('OWNER-1: undoing a publication restores the previous menu to the byte, including a removed dish', async () => {
  const before = await published()
  await put({ basedOn: before.version, categories: before.categories.filter(({ id }) => id !== 'pizza') })
  expect((await call(undefined, 'GET', '/api/menu/pizza')).status).toBe(404)
  const undone = await put({ basedOn: before.version + 1, restores: before.version })
  expect(undone.body.version).toBe(before.version + 2)
  expect((await page('pizza')).items.map(({ id }) => id)).toEqual(['margherita'])

  const texts = await orm
    .select({ text: sql<string>`${menuVersions.categories}::text` })
    .from(menuVersions)
    .where(sql`${menuVersions.version} in (${before.version}, ${before.version + 2})`)
  expect(new Set(texts.map(({ text }) => text)).size).toBe(1)
  const { versions } = (await call<MenuVersions>(owner, 'GET', '/api/office/menu-versions')).body
  expect(versions[0]).toMatchObject({ by: owner.username, note: `Version ${before.version} once more.` })
  expect(versions.at(-1)).toMatchObject({ version: 1, by: null })
})

test('OWNER-1: the prices of a dish’s sizes can be edited, and a price set at the desk is in the next draft', async () => {
  const { version, categories } = await published()
  const pizza = JSON.parse(JSON.stringify(categories).replace('"price":12000', '"price":13500'))
  await put({ basedOn: version, categories: pizza })
  const [group] = (await page('pizza')).items[0]?.groups ?? []
  expect(group?.source).toMatchObject({ choices: [{ price: 7000 }, { price: 13500 }] })

  await call(owner, 'PATCH', '/api/menu-items/half-chicken', { price: 9900 })
  const next = await published()
  expect(next.version).toBe(version + 2)
  expect(next.categories[0]?.items[0]).toMatchObject({ id: 'half-chicken', price: 9900 })
})

test('OWNER-1: a valid quote keeps its price, and can be placed after its dish and side have left the menu', async () => {
  const customer = await restaurant.customer()
  const { body: quote } = await restaurant.quote(customer, { items: [{ ...halfChicken, quantity: 1 }] })
  const { version, categories } = await published()
  const gone = ({ id }: { id: string }) => id !== 'plantain' && id !== 'beef-suya'
  const without = categories.map((category) => ({ ...category, items: category.items.filter(gone) }))
  const raised = without.map((category) => ({
    ...category,
    items: category.items.map((item) => ({ ...item, price: item.price + 1000 })),
  }))
  expect((await put({ basedOn: version, categories: raised })).status).toBe(200)
  // Without a stock hold, placing computes the portions from the current menu, which lacks the removed dishes.
  await orm.execute(sql`delete from stock_holds where quote_id = ${quote.id}`)
  const { status, body: order } = await restaurant.place(customer, quote.id)
  expect({ status, total: order.totalAmount }).toEqual({ status: 201, total: quote.totalAmount })
  await put({ basedOn: version + 1, restores: version })
})

test('OWNER-1: owners share one draft; a page cannot overwrite a save that it has not read, and publishing deletes the draft', async () => {
  const draftPath = '/api/office/menu-draft'
  const bisi = await restaurant.member('owner')
  const { version, categories } = await published()
  const save = (revision: number, sent: unknown = categories, by = owner) =>
    call<{ revision: number }>(by, 'PUT', draftPath, { basedOn: version, revision, categories: sent })
  const read = async (by = owner) => (await call<SavedMenuDraft>(by, 'GET', draftPath)).body.draft
  expect(await read()).toBeNull()
  // A draft may be incomplete, unlike a menu.
  const typed = [{ ...categories[0], title: '' }]
  expect(await save(0, typed)).toMatchObject({ status: 200, body: { revision: 1 } })
  const shared = { basedOn: version, revision: 1, savedBy: owner.username, categories: typed }
  expect(await read(bisi)).toMatchObject(shared)

  // A page repeats a save after a lost response.
  expect(await save(0, typed)).toMatchObject({ status: 200, body: { revision: 1 } })
  expect(await save(0, categories, bisi)).toMatchObject({ status: 409, body: { code: 'menu-moved-on' } })
  expect(await read()).toMatchObject(shared)
  expect(await save(1, categories, bisi)).toMatchObject({ status: 200, body: { revision: 2 } })
  expect(await save(1, typed)).toMatchObject({ status: 409 })

  expect(await put({ basedOn: version + 1, categories })).toMatchObject({ status: 409 })
  expect(await read()).toMatchObject({ revision: 2, savedBy: bisi.username })
  expect((await call(bisi, 'PUT', path, await priced('jollof', 2100))).status).toBe(200)
  expect(await read()).toBeNull()
  expect(await save(2)).toMatchObject({ status: 409 })
  await put({ basedOn: version + 1, restores: version })
  await save(0)
  expect((await restaurant.send(owner, 'DELETE', draftPath)).status).toBe(204)
  expect(await read()).toBeNull()
})

test('menu versions that are not among the latest 50 are deleted after exactly 90 days', async () => {
  const { version, categories } = await published()
  const days = (count: number) => sql`now() - make_interval(days => ${count})`
  await orm.update(menuVersions).set({ publishedAt: days(91) })
  await orm
    .update(menuVersions)
    .set({ publishedAt: days(89) })
    .where(eq(menuVersions.version, 2))
  const added = Array.from({ length: 49 }, (_, index) => version + 1 + index)
  await orm
    .insert(menuVersions)
    .values(
      added.map((each) => ({ version: each, categories, publishedBy: owner.id, note: '', publishedAt: days(91) })),
    )
  const sweep = () => database.transaction((tx) => sweepMenuVersions(tx, 500))
  expect(await sweep()).toBe(version - 2)
  expect(await sweep()).toBe(0)
  const left = await orm.select({ version: menuVersions.version }).from(menuVersions).orderBy(menuVersions.version)
  expect(left.map((row) => row.version)).toEqual([2, version, ...added])
})

test('OWNER-1: a menu of 7,000 dishes is published, and undone', async () => {
  const { version, categories } = await published()
  const [first] = categories
  const dish = { description: '', price: 1000, available: true, takesNote: false, groups: [] }
  const many = Array.from({ length: 7 }, (_, part) => ({
    ...first,
    id: `many-${part}`,
    title: `Many ${part}`,
    groups: [],
    items: Array.from({ length: 1000 }, (_, at) => ({ ...dish, id: `many-${part}-${at}`, name: `Dish ${part} ${at}` })),
  }))
  const answer = await put({ basedOn: version, categories: [...categories, ...many] })
  expect({ status: answer.status, detail: answer.body.detail }).toEqual({ status: 200 })
  expect((await page('many-6')).items).toHaveLength(1000)
  expect((await put({ basedOn: version + 1, categories })).status).toBe(200)
})
