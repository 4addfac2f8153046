import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { LocationList } from '#contract/menu/menu.ts'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { idOf, phonePhoto } from '#tests/support/photos.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { events, farm, home, photos, settings as storedSettings, users } from '../db/schema.ts'
import { homePage } from '../home/home.ts'
import { site as readSite } from '../menu/menu-queries.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm, owner, cashier } = restaurant
await orm.insert(home).values({
  document: { marquee: ['Open now'], slides: [], about: { title: '', paragraphs: [] }, testimonials: [] },
})
let ada = await restaurant.customer()
beforeEach(async () => {
  ada = await restaurant.customer()
})

const change = (body: unknown, caller: User = owner) =>
  restaurant.call<RestaurantSettings>(caller, 'PATCH', '/api/office/settings', body)
const settings = async () => (await restaurant.call<RestaurantSettings>(owner, 'GET', '/api/office/settings')).body
const site = async () => (await restaurant.call<Site>(undefined, 'GET', '/api/site')).body
const places = async () => (await restaurant.call<LocationList>(undefined, 'GET', '/api/locations')).body
const newest = async () => (await restaurant.auditEntries('settings')).at(-1)
const changes = () => orm.$count(events, eq(events.type, 'settings.changed'))

test('OWNER-4: changes of name, phone and preparation time are on the site, published, and audited without the phone', async () => {
  const before = await changes()
  const { status } = await change({
    name: 'Mama Put',
    phone: '234 (0) 803 123 4567',
    preparation: { least: 20, most: 60 },
    capacity: 12,
  })
  expect(status).toBe(200)
  expect(await site()).toMatchObject({
    name: 'Mama Put',
    phone: '+2348031234567',
    preparation: { least: 20, most: 60 },
  })
  expect(await settings()).toMatchObject({ name: 'Mama Put', capacity: 12 })
  expect(await changes()).toBe(before + 1)
  const entry = await newest()
  expect(entry).toMatchObject({ actorId: owner.id, action: 'settings.change' })
  expect(entry?.detail).toEqual({ fields: ['name', 'phone', 'preparation', 'capacity'] })
})

test('OWNER-4: a stored setting that this release does not know is not published', async () => {
  await orm.update(storedSettings).set({ document: sql`document || '{"newSecret": "of the next release"}'` })
  expect(JSON.stringify(await readSite(orm))).not.toContain('newSecret')
})

test('OWNER-4: a change of settings without effect publishes no event and writes no audit entry', async () => {
  const before = [await changes(), (await newest())?.id]
  expect((await change({ name: (await settings()).name })).status).toBe(200)
  expect([await changes(), (await newest())?.id]).toEqual(before)
})

test('OWNER-4: an owner gets 409 for a field that another owner has changed since the page was read, and can change other fields', async () => {
  const read = await settings()
  const moved = {
    status: 409,
    body: {
      code: 'settings-moved-on',
      detail: 'Somebody else has changed this. Note what you changed, and load the page again.',
    },
  }
  const withFee = (id: string, fee: number) =>
    read.locations.map((place) => (place.id === id ? { ...place, fee } : place))
  const { locations, shortName, tagline } = read
  expect((await change({ locations: withFee('yaba', 2100), was: { locations } })).status).toBe(200)
  expect(await change({ locations: withFee('vi', 1900), tagline: 'New', was: { locations, tagline } })).toMatchObject(
    moved,
  )
  expect(await settings()).toMatchObject({ locations: withFee('yaba', 2100), tagline })
  // The page repeats its request, as after a lost response.
  expect((await change({ locations: withFee('yaba', 2100), was: { locations } })).status).toBe(200)

  expect((await change({ shortName: 'Put', was: { shortName } })).status).toBe(200)
  expect((await change({ tagline: 'New', was: { tagline } })).status).toBe(200)
  expect(await settings()).toMatchObject({ shortName: 'Put', tagline: 'New' })
  await change({ locations, shortName, tagline: tagline || 'Smoke' })
})

test('OWNER-4: a kitchen capacity set by the owner replaces the capacity set at the desk', async () => {
  await restaurant.call(cashier, 'PATCH', '/api/kitchen-load', { capacity: 5 })
  expect((await settings()).capacity).toBe(5)
  await change({ capacity: 30 })
  const { body } = await restaurant.call<{ capacity: number }>(cashier, 'GET', '/api/kitchen-load')
  expect(body.capacity).toBe(30)
})

test('OWNER-4: a valid quote keeps its delivery fee, and the next quote has the new fee', async () => {
  const dish = await restaurant.dish(5000)
  const cart = cartOf(dish, 1, { deliveryMethod: 'delivery' })
  const { body: held } = await restaurant.quote(ada, cart)
  expect(held.deliveryFee).toBe(1500)
  const { locations } = await settings()
  await change({ locations: locations.map((place) => (place.id === 'vi' ? { ...place, fee: 1800 } : place)) })
  expect((await newest())?.detail).toEqual({ fields: ['locations'], fees: ['Victoria Island ₦1,500 → ₦1,800'] })
  const { body: placed } = await restaurant.place(ada, held.id)
  expect(placed.deliveryFee).toBe(1500)
  const { body: next } = await restaurant.quote(await restaurant.customer(), cart)
  expect(next.deliveryFee).toBe(1800)
})

test("OWNER-4: a cart below a place's minimum order gets no quote, even at the counter, and a valid quote keeps its terms", async () => {
  const dish = await restaurant.dish(5000)
  const cart = cartOf(dish, 1, { deliveryMethod: 'delivery' })
  const { body: held } = await restaurant.quote(ada, cart)
  const { locations } = await settings()
  const terms = { minimum: 10_000, freeAbove: 15_000 }
  await change({ locations: locations.map((place) => (place.id === 'vi' ? { ...place, ...terms } : place)) })
  expect((await places()).find(({ id }) => id === 'vi')).toMatchObject(terms)
  expect((await newest())?.detail).toEqual({
    fields: ['locations'],
    fees: ['Victoria Island minimum none → ₦10,000', 'Victoria Island free above none → ₦15,000'],
  })

  const { body: again } = await restaurant.quote(ada, cart)
  expect(again).toMatchObject({ id: held.id, deliveryFee: held.deliveryFee })
  expect(again).not.toHaveProperty('notice')
  expect((await restaurant.place(ada, held.id)).status).toBe(201)

  const tooSmall = {
    status: 422,
    body: {
      code: 'below-minimum',
      detail: 'Victoria Island delivers from ₦10,000: ₦5,000 more.',
      field: 'locationId',
    },
  }
  const other = await restaurant.customer()
  expect(await restaurant.quote(other, cart)).toMatchObject(tooSmall)
  const atCounter = (quantity: number) =>
    restaurant.call(cashier, 'POST', '/api/desk/quotes', {
      ...cartOf(dish, quantity, { deliveryMethod: 'delivery' }),
      channel: 'phone',
      customerName: 'Ada',
      customerPhone: '0803 123 4567',
      deliveryAddress: '1 Marina',
      locationId: 'vi',
    })
  expect(await atCounter(1)).toMatchObject(tooSmall)
  expect(await atCounter(2)).toMatchObject({ status: 201, body: { deliveryFee: held.deliveryFee } })
  expect(await atCounter(3)).toMatchObject({ status: 201, body: { deliveryFee: 0, totalAmount: 15_000 } })
  await change({ locations })
})

test('OWNER-4: delivery places can be added, moved and removed, and customers of a removed place have no place afterwards', async () => {
  const { locations } = await settings()
  const [island, yaba] = locations
  const surulere = await restaurant.customer({ location: 'yaba' })
  await change({ locations: [{ name: 'Ọ̀ṣódì Márkẹ́t', fee: 3000 }, island] })
  expect((await places()).map(({ id, name, fee }) => [id, name, fee])).toEqual([
    ['osodi-market', 'Ọ̀ṣódì Márkẹ́t', 3000],
    ['vi', 'Victoria Island', island?.fee],
  ])
  const [profile] = await orm.select().from(users).where(eq(users.id, surulere.id))
  expect(profile?.location).toBeNull()
  // The same page saves again, and does not know the new place's id.
  await change({ locations: [{ name: 'Ọ̀ṣódì Márkẹ́t', fee: 3500 }, island] })
  expect((await places()).map(({ id }) => id)).toEqual(['osodi-market', 'vi'])
  expect(await change({ locations: [island, yaba] })).toMatchObject({
    status: 422,
    body: { field: 'locations.1.name' },
  })
})

test.each<[string, unknown, string, string]>([
  ['no name', { name: ' ' }, 'name', 'Please fill this in.'],
  ['a short number', { phone: '12' }, 'phone', 'Invalid Nigerian phone number. '],
  ['two numbers', { whatsapp: '0803 123 4567/0802 999 9999' }, 'whatsapp', 'Invalid Nigerian phone number. '],
  ['a link without https', { mapUrl: 'http://maps.example' }, 'mapUrl', 'that starts with https://'],
  [
    'a shortest time above the longest',
    { preparation: { least: 50, most: 20 } },
    'preparation.most',
    'This is shorter',
  ],
  ['a fee in words', { locations: [{ name: 'Ikoyi', fee: null }] }, 'locations.0.fee', 'Please enter whole naira.'],
  [
    'a minimum order of 0',
    { locations: [{ name: 'Ikoyi', fee: 1, minimum: 0 }] },
    'locations.0.minimum',
    'Please enter an amount above zero, or nothing.',
  ],
  ['no place', { locations: [] }, 'locations', 'Please keep one place or more.'],
  [
    'a place twice',
    {
      locations: [
        { name: 'Ikoyi', fee: 1 },
        { name: 'IKOYI', fee: 2 },
      ],
    },
    'locations.1.name',
    'This place is in the list twice.',
  ],
  ['an empty line', { marquee: ['Open now', ''] }, 'marquee.1', 'Please fill this in.'],
  ['an unknown field', { emailHost: 'x.example' }, 'emailHost', '"emailHost" is not a field here.'],
])('OWNER-4: a setting with %s is refused with a sentence at its field', async (_fault, body, field, said) => {
  const before = await settings()
  const answer = await change(body)
  expect(answer.status).toBe(422)
  const problems = answer.body.errors ?? [{ field: answer.body.field, detail: answer.body.detail }]
  expect(problems).toContainEqual({ field, detail: expect.stringContaining(said) })
  expect(await settings()).toEqual(before)
})

test('OWNER-4: changing the marquee of the home page leaves the page’s other content unchanged', async () => {
  await change({ marquee: ['Jollof all night', 'Suya by the stick'] })
  const [row] = await orm.select().from(home)
  expect(row?.document).toMatchObject({ marquee: ['Jollof all night', 'Suya by the stick'], testimonials: [] })
})

test('OWNER-4: a testimonial from the restaurant folder can be hidden from the home page and shown again', async () => {
  const said = ['Tunde', 'Amaka'].map((name) => ({
    id: name.toLowerCase(),
    name,
    place: 'Ikoyi',
    text: `${name} ate.`,
  }))
  await orm.update(home).set({ document: sql`${home.document} || ${JSON.stringify({ testimonials: said })}::jsonb` })
  const shown = async () => (await homePage(orm, { film: () => undefined })).testimonials.map(({ id }) => id)
  expect(await shown()).toEqual(['tunde', 'amaka'])
  const { body } = await change({ ownTestimonials: ['amaka'] })
  expect(body.ownTestimonials).toEqual([
    { id: 'tunde', name: 'Tunde', text: 'Tunde ate.', isShown: false },
    { id: 'amaka', name: 'Amaka', text: 'Amaka ate.', isShown: true },
  ])
  expect(await shown()).toEqual(['amaka'])
  expect(await newest()).toMatchObject({ action: 'settings.change', detail: { fields: ['ownTestimonials'] } })
  await change({ ownTestimonials: ['tunde', 'amaka'] })
  expect(await shown()).toEqual(['tunde', 'amaka'])
})

test('OWNER-4: the page about the farm can be hidden and shown again', async () => {
  expect((await settings()).farm).toBeNull()
  await orm.insert(farm).values({ document: { shortName: 'Our Farm' } as typeof farm.$inferInsert.document })
  expect((await site()).farm).toBe('Our Farm')
  expect((await change({ farmIsShown: false })).body.farm).toEqual({ name: 'Our Farm', isShown: false })
  expect((await site()).farm).toBeNull()
  await change({ farmIsShown: true })
  expect((await site()).farm).toBe('Our Farm')
})

test('OWNER-4: slides are added with a photo, moved, hidden and removed, and their content stays', async () => {
  const film = { id: 'night', headline: 'All night', banter: 'We are up.', to: '/menu', tile: 'ember', film: 'night' }
  const plate = { file: 'plate.avif', name: '0123456789abcdef', alt: 'A plate' }
  const pictured = { id: 'plate', headline: 'A plate', banter: 'Full.', to: '/menu', tile: 'sea', picture: plate }
  await orm
    .update(home)
    .set({ document: sql`${home.document} || ${JSON.stringify({ slides: [film, pictured] })}::jsonb` })
  const stored = async () => (await orm.select().from(home))[0]?.document.slides
  const file = await phonePhoto(800, 600, 7)
  await restaurant.call(owner, 'POST', '/api/office/photos', file)

  const { slides } = await settings()
  const [first, second] = slides.map(({ shown: _, ...slide }) => slide)
  const added = {
    headline: 'New',
    banter: 'Fresh.',
    to: '/menu',
    offer: true,
    isShown: true,
    picture: { photo: idOf(file), alt: 'Smoke' },
  }
  const { body } = await change({ slides: [added, second, { ...first, isShown: false }] })
  expect(body.slides.map(({ id, isShown }) => [id, isShown])).toEqual([
    ['new', true],
    ['plate', true],
    ['night', false],
  ])
  expect((await newest())?.detail).toEqual({ fields: ['slides'] })
  expect(await stored()).toMatchObject([
    {
      id: 'new',
      offer: true,
      picture: { photo: idOf(file), alt: 'Smoke', name: expect.stringMatching(/^[0-9a-f]{16}$/) },
    },
    pictured,
    { ...film, hidden: true },
  ])
  expect(
    await orm
      .select({ used: photos.used })
      .from(photos)
      .where(eq(photos.id, idOf(file))),
  ).toEqual([{ used: true }])

  const before = await settings()
  const refusals: [object, string][] = [
    [{ ...added, picture: null }, 'slides.0.picture'],
    [{ ...added, picture: { file: 'other.avif' } }, 'slides.0.picture'],
    [{ ...added, picture: { photo: 'a'.repeat(64) } }, 'slides.0.picture'],
    [{ ...added, to: '/menu/no-such-page' }, 'slides.0.to'],
    [{ ...added, id: 'no-such-slide' }, 'slides.0.headline'],
  ]
  for (const [slide, field] of refusals)
    expect(await change({ slides: [slide] })).toMatchObject({ status: 422, body: { field } })
  expect(await settings()).toEqual(before)
  await change({ slides: [] })
  expect(await stored()).toEqual([])
})

test('OWNER-4: colours and a logo set by the owner are on the site and can be removed, and the logo’s photo is never deleted', async () => {
  expect((await site()).brand).toBeUndefined()
  const file = await phonePhoto()
  await restaurant.call(owner, 'POST', '/api/office/photos', file)
  const colours = { main: '#1a2a5a', second: '#ffc043' }
  const logo = { photo: idOf(file), focus: [0.5, 0.2] }
  expect((await change({ colours, logo })).body).toMatchObject({ colours, logo })
  expect((await newest())?.detail).toEqual({ fields: ['colours', 'logo'] })
  const { brand } = await site()
  expect(brand?.key).toMatch(/^1a2a5a-ffc043-logo-[0-9a-f]{16}$/)
  expect(brand?.light).toBe('#1a2a5a')
  expect(
    await orm
      .select({ used: photos.used })
      .from(photos)
      .where(eq(photos.id, idOf(file))),
  ).toEqual([{ used: true }])

  await change({ colours: null })
  expect((await site()).brand?.key).toMatch(/^logo-/)
  await change({ logo: null })
  expect((await site()).brand).toBeUndefined()
  expect(await settings()).toMatchObject({ colours: null, logo: null })
})

test('OWNER-4: unreadable colours, and a missing logo, are refused with a sentence at their fields', async () => {
  const before = await settings()
  const pale = await change({ colours: { main: '#fff8d0', second: '#ffc043' } })
  expect(pale).toMatchObject({
    status: 422,
    body: { field: 'colours.main', detail: expect.stringContaining('darker') },
  })
  const gone = await change({ logo: { photo: 'a'.repeat(64) } })
  expect(gone).toMatchObject({ status: 422, body: { field: 'logo' } })
  expect(await settings()).toEqual(before)
})

test.each<[string, User]>([
  ['a cashier', cashier],
  ['a customer', ada],
])('OWNER-4: %s cannot read or change the settings', async (_caller, caller) => {
  expect(await restaurant.call(caller, 'GET', '/api/office/settings')).toMatchObject({ status: 403 })
  expect(await change({ name: 'Mine now' }, caller)).toMatchObject({ status: 403 })
  expect((await settings()).name).not.toBe('Mine now')
})

test('OWNER-6: customers can read whether the restaurant delivers', async () => {
  expect((await site()).delivers).toBe(true)
  const undone = database.transaction(async (tx) => {
    await tx.execute('update users set location_id = null')
    await tx.execute('delete from locations')
    expect((await readSite(tx)).delivers).toBe(false)
    throw new Error('Undone.')
  })
  await expect(undone).rejects.toThrow('Undone.')
})

test('OWNER-4: limits and alerts are changed as settings, with one audit entry that has the sums, and desks can read them', async () => {
  const load = async () => (await restaurant.call<KitchenLoad>(cashier, 'GET', '/api/kitchen-load')).body
  const { version } = await load()
  const before = await changes()
  const { body } = await change({ secondPersonAbove: 100_000, escalateAfter: 10, ownerPhone: '0803 123 4567' })
  expect(body).toMatchObject({ secondPersonAbove: 100_000, escalateAfter: 10, ownerPhone: '+2348031234567' })
  expect(await load()).toMatchObject({
    secondPersonAbove: 100_000,
    escalateAfter: 10,
    ownerPhone: '+2348031234567',
    version: version + 1,
  })
  expect(await newest()).toMatchObject({
    action: 'settings.change',
    detail: {
      fields: ['escalateAfter', 'ownerPhone', 'secondPersonAbove'],
      limits: ['Two people above none → ₦100,000'],
    },
  })
  await change({ secondPersonAbove: 100_000 })
  expect(await changes()).toBe(before + 1)
  expect(await change({ cashAtDoorUpTo: 5000, was: { cashAtDoorUpTo: 1000 } })).toMatchObject({ status: 409 })
  await change({ secondPersonAbove: null, escalateAfter: 5, ownerPhone: null })
})

test('OWNER-4: a page of the last release can change limits by a request to the path of the kitchen load', async () => {
  const former = (caller: User, body: object) =>
    restaurant.call<KitchenLoad>(caller, 'PATCH', '/api/kitchen-load', body)
  expect(await former(owner, { cashAtDoorUpTo: 40_000 })).toMatchObject({
    status: 200,
    body: { cashAtDoorUpTo: 40_000 },
  })
  expect(await newest()).toMatchObject({
    action: 'settings.change',
    detail: { limits: ['Cash at the door up to none → ₦40,000'] },
  })
  expect(await former(cashier, { cashAtDoorUpTo: null })).toMatchObject({ status: 403 })
  expect(await former(cashier, { rushMinutes: 10 })).toMatchObject({
    status: 200,
    body: { rushMinutes: 10, cashAtDoorUpTo: 40_000 },
  })
  await former(owner, { cashAtDoorUpTo: null, rushMinutes: 0 })
})
