import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { MenuCategory as Category } from '#contract/menu/menu-document.ts'
import type { Item, OptionGroup, Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import { priceLine } from '#domain/menu/pricing.ts'
import { openFilms } from '#server/restaurant/films.ts'
import { readRestaurant } from '#server/restaurant/restaurant.ts'

// The facts of the demo restaurant are stated only here: the product and its other tests do not depend on them.

const folder = import.meta.dirname
const restaurant = await readRestaurant(folder)
const films = await openFilms(folder)
const listed = restaurant.categories.filter(({ listed }) => listed)
const asOffered = ({ available, ...item }: Category['items'][number]) => ({ ...item, isAvailable: available })
const sources: Sources = Object.fromEntries(restaurant.categories.map(({ id, items }) => [id, items.map(asOffered)]))

function category(id: string): Category {
  const found = restaurant.categories.find((category) => category.id === id)
  if (!found) throw new Error(`no category ${id}`)
  return found
}

function group(categoryId: string, id: string): OptionGroup {
  const found = category(categoryId).groups.find((group) => group.id === id)
  if (!found) throw new Error(`no group ${id}`)
  return found
}

const offered = (categoryId: string, id: string) =>
  Menu.choices(group(categoryId, id), sources).map(({ name, price }) => [name, price])

/** Every listed dish with its groups in place of their ids. */
const dishes: Item[] = listed.flatMap((page) =>
  page.items.map((item) => ({
    ...asOffered(item),
    category: page.id,
    groups: item.groups.map((id) => group(page.id, id)),
  })),
)

test('MENU-2: the demo menu has the 19 categories of the specification in the specified order', () => {
  expect(listed.map(({ id }) => id)).toEqual([
    'breakfast',
    'combo',
    'extra-sides',
    'fisherman-delight',
    'grills',
    'hot-beverages',
    'milkshakes',
    'nigerian-soups',
    'noodles',
    'pasta',
    'pastry',
    'peppersoup',
    'pizza',
    'salad',
    'sandwiches',
    'shawarma',
    'smoothies',
    'softdrinks',
    'suya',
  ])
})

test('the demo menu has 170 dishes or more, some of them unavailable', () => {
  expect(dishes.length).toBeGreaterThanOrEqual(170)
  expect(dishes.some(({ isAvailable }) => !isAvailable)).toBe(true)
})

test('every description fits the two lines of a card, in at most 56 characters', () => {
  expect(dishes.filter(({ description }) => description.length > 56).map(({ id }) => id)).toEqual([])
})

test('at every hour of the day, the demo menu has a category whose hours contain that hour', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`)
  const none: Pick<Category, 'id' | 'hours'> = { id: 'none' }
  expect(hours.map((time) => Menu.leading([none, ...listed], time)).filter((category) => category === none)).toEqual([])
  expect(Menu.leading(listed, '07:30')?.id).toBe('breakfast')
  expect(Menu.leading(listed, '21:00')?.id).toBe('grills')
})

test('HOME-4: each name by which people know a category leads to that category', () => {
  const names = Object.fromEntries(listed.flatMap(({ id, synonyms = [] }) => synonyms.map((name) => [name, id])))
  expect(names).toMatchObject({ mikshakes: 'milkshakes', 'suya spot': 'suya', 'soft drinks': 'softdrinks' })
})

test('HOME-7: the demo menu has eight bestsellers, and all of them are available', () => {
  const bestsellers = listed.flatMap(({ items }) => items.filter(({ bestseller }) => bestseller))
  expect(bestsellers).toHaveLength(8)
  expect(bestsellers.every(({ available }) => available)).toBe(true)
})

test('MENU-5: only pastry and combo list available dishes first, and both categories have unavailable dishes', () => {
  const first = listed.filter(({ availableFirst }) => availableFirst)
  expect(first.map(({ id }) => id)).toEqual(['combo', 'pastry'])
  for (const { items } of first) expect(items.findIndex(({ available }) => !available)).toBeLessThan(items.length - 1)
})

test('MENU-7: the notice of extra sides says that rice comes without protein, and points to the grills', () => {
  expect(category('extra-sides')).toMatchObject({
    banner: expect.stringContaining('Rice dishes do not include protein'),
    bannerLink: '/menu/grills',
  })
})

test('MENU-8: only chicken pie and meat pie take no note', () => {
  expect(dishes.filter(({ takesNote }) => !takesNote).map(({ name }) => name)).toEqual(['Meat Pie', 'Chicken Pie'])
})

test('MENU-9: every grill requires a free side and a sauce', () => {
  for (const dish of dishes.filter(({ category }) => category === 'grills')) {
    expect(dish.groups.filter(({ min, preset }) => min > 0 && !preset).map(({ missing }) => missing)).toEqual([
      'Please select your free side',
      'Please Select Sauce',
    ])
  }
  expect(offered('grills', 'sauce').map(([name]) => name)).toEqual(['Barbecued', 'Pepper Sauce', 'Sweet-Chili Sauce'])
})

test('MENU-10: every soup requires one of three free swallows, and offers extra swallows at ₦1,500 each', () => {
  for (const dish of dishes.filter(({ category }) => category === 'nigerian-soups')) {
    expect(dish.groups.map(({ id }) => id)).toEqual(expect.arrayContaining(['free-swallow', 'extra-swallows']))
  }
  expect(group('nigerian-soups', 'free-swallow')).toMatchObject({
    min: 1,
    max: 1,
    missing: 'Please select your free swallow',
  })
  expect(offered('nigerian-soups', 'free-swallow')).toEqual([
    ['Poundo', 0],
    ['Semo', 0],
    ['Eba', 0],
  ])
  expect(group('nigerian-soups', 'extra-swallows').naming).toBe('Extra {name}')
  expect(offered('nigerian-soups', 'extra-swallows').every(([, price]) => price === 1500)).toBe(true)
})

test("MENU-11: every dish of fisherman's delight requires plantain, yam fries or french fries", () => {
  for (const dish of dishes.filter(({ category }) => category === 'fisherman-delight')) {
    expect(dish.groups.find(({ id }) => id === 'free-side')?.missing).toBe('Please select your free side')
  }
  expect(offered('fisherman-delight', 'free-side')).toEqual([
    ['Plantain', 0],
    ['Yam Fries', 0],
    ['French Fries', 0],
  ])
})

test('MENU-12: a grill’s free side is one of the first five sides up to ₦3,000, or of all sides up to ₦3,000; its extra sides are the first five at any price', () => {
  const names = (id: string) => offered('grills', id).map(([name]) => name)
  expect(names('free-side')).toEqual(['Jollof Rice', 'Plantain', 'Yam Fries', 'French Fries', 'Coleslaw'])
  expect(names('extra-sides')).toEqual(['Jollof Rice', 'Fried Rice', 'Plantain', 'Yam Fries', 'French Fries'])
  expect(names('free-side-full').slice(0, 5)).toEqual(names('free-side'))
  expect(names('free-side-full').length).toBeGreaterThan(5)
  expect(names('free-side-full')).not.toContain('Fried Rice')
  for (const id of ['free-side', 'free-side-full']) expect(group('grills', id)).toMatchObject({ limit: 1, max: 1 })
})

test('MENU-14: a pizza is small until another size is chosen, and pizzas and noodles take toppings', () => {
  for (const dish of dishes.filter(({ category }) => category === 'pizza')) {
    expect(dish.groups.find(({ role }) => role === 'size')?.preset).toBe('small')
  }
  for (const dish of dishes.filter(({ category }) => category === 'pizza' || category === 'noodles')) {
    expect(dish.groups.some(({ role, limit }) => role === 'topping' && limit > 1)).toBe(true)
  }
})

test('a shawarma is preset to spicy pepper until another is chosen', () => {
  expect(group('shawarma', 'heat').preset).toBe('spicy')
  expect(category('shawarma').items.filter(({ heat = 0 }) => heat < 2)).toEqual([])
})

test('MENU-17: the hot beverages are flavoured tea, tea and coffee', () => {
  const beverages = category('hot-beverages').items.map(({ name, price, available }) => [name, price, available])
  expect(beverages).toEqual([
    ['Flavoured Tea', 1500, true],
    ['Tea', 1000, true],
    ['Coffee', 1500, true],
  ])
})

test('the demo menu uses every role, source and pricing of an option group', () => {
  const groups = dishes.flatMap(({ groups }) => groups)
  expect(new Set(groups.map(({ role }) => role))).toEqual(new Set(['size', 'variant', 'topping', 'extra']))
  expect(new Set(groups.flatMap(({ source }) => Object.keys(source)))).toEqual(
    new Set(['choices', 'category', 'priceAtMost', 'only', 'first']),
  )
  expect(new Set(groups.map(({ pricing }) => pricing))).toEqual(new Set(['own', 'free', 1500]))
})

test('every available dish can be ordered at the price on its card', () => {
  for (const dish of dishes.filter(({ isAvailable }) => isAvailable)) {
    const selection = { ...Menu.presets(dish, sources) }
    for (const group of dish.groups.filter(({ id, min }) => min > 0 && !selection[id])) {
      const [choice] = Menu.choices(group, sources).filter(({ isAvailable }) => isAvailable)
      if (choice) selection[group.id] = { [choice.id]: 1 }
    }
    expect(priceLine(dish, sources, selection, 1)).toMatchObject({ ok: true, value: { price: dish.price } })
  }
})

test('every listed category, dish and slide has its own picture, and every picture file is shown somewhere', async () => {
  const { settings, home, farm, categories } = restaurant
  const shown = [
    ...listed,
    ...categories.flatMap(({ items }) => items),
    ...home.slides.filter((slide) => 'picture' in slide),
    ...(farm ? [...farm.features, ...farm.gallery, farm.videoOffer, { picture: farm.hero }] : []),
    { picture: settings.hero },
    // The films of the night grill and of the plate are made from this picture.
    { picture: { file: 'slide-night-grill.avif' } },
  ].map(({ picture }) => picture?.file)
  const files = await readdir(join(folder, 'pictures'))
  expect(shown.toSorted()).toEqual(files.toSorted())
  const contents = await Promise.all(files.map((file) => readFile(join(folder, 'pictures', file), 'base64')))
  expect(new Set(contents).size).toBe(files.length)
})

test('every picture of the demo restaurant is 4:3, and the folder of pictures has less than 20 MB', async () => {
  let bytes = 0
  for (const file of await readdir(join(folder, 'pictures'))) {
    const path = join(folder, 'pictures', file)
    const { width, height } = await sharp(path).metadata()
    expect(height / width, file).toBe(3 / 4)
    bytes += (await stat(path)).size
  }
  expect(bytes).toBeLessThan(20_000_000)
})

test('HOME-2: the home page has eleven slides, among them one with a film and one with the offer of free jollof with grills', () => {
  const { slides } = restaurant.home
  expect(slides).toHaveLength(11)
  expect(slides.filter((slide) => 'film' in slide)).toHaveLength(1)
  expect(slides.filter(({ offer }) => offer)).toMatchObject([
    { headline: 'Free jollof with every grill', to: '/menu/grills' },
  ])
})

test('HOME-1, HOME-6, HOME-7: the home page links to the grills, tells about the restaurant with a film, and quotes customers', () => {
  expect(restaurant.home).toMatchObject({
    featured: { to: '/menu/grills', label: 'See the grills' },
    about: { film: 'plate' },
  })
  expect(restaurant.home.testimonials).toHaveLength(3)
})

test('HOME-1, HOME-5: the restaurant promises 10 to 45 minutes, is open 24 hours, and is paid to one of two accounts', () => {
  const { preparation, openingHours, accounts } = restaurant.settings
  expect(preparation).toEqual({ least: 10, most: 45 })
  expect(openingHours).toBe('Open 24 hours, every day')
  expect(accounts).toHaveLength(2)
})

test('MENU-18: the sides of the demo restaurant are the category of extra sides', () => {
  expect(restaurant.settings.sides).toBe('extra-sides')
})

test('FARM-1: the farm of rams has four features, eight different pictures, testimonials and questions', () => {
  const { farm } = restaurant
  if (!farm) throw new Error('The demo has no farm.')
  expect(farm).toMatchObject({ shortName: 'Ram Farm', sells: 'a ram', videos: ['pen'] })
  const { features, gallery, testimonials, faq } = farm
  expect(features).toHaveLength(4)
  expect(gallery).toHaveLength(8)
  expect(new Set(gallery.map(({ picture }) => picture.file)).size).toBe(gallery.length)
  expect(new Set(gallery.map(({ picture }) => picture.alt)).size).toBe(gallery.length)
  expect(testimonials.length).toBeGreaterThanOrEqual(3)
  expect(faq.length).toBeGreaterThanOrEqual(5)
})

test.each([
  ['night-grill', 250_000],
  ['plate', 450_000],
  ['pen', 250_000],
])(
  'HOME-2, HOME-6, FARM-1: the film %s is at most %i bytes, and each of its posters at most 30 kB',
  async (id, most) => {
    const file = (path = '') => films.files.get(path.replace('/media/films/', ''))
    const film = films.film(id)
    expect(film?.sources.map(({ type }) => type)).toEqual(['video/webm', 'video/mp4'])
    for (const { bytes } of film?.sources ?? []) expect(bytes).toBeLessThanOrEqual(most)
    for (const path of [film?.poster.avif, film?.poster.webp]) expect(file(path)?.bytes).toBeLessThan(30_000)
    expect(await readFile(file(film?.captions)?.path ?? '', 'utf8')).toMatch(/^WEBVTT\n/)
  },
)

test.each(['night-grill', 'plate', 'pen'])(
  'the film %s can play before it is completely loaded, and has no sound',
  async (id) => {
    const mp4 = await readFile(join(folder, `films/${id}.mp4`))
    expect(mp4.indexOf('moov')).toBeGreaterThan(0)
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
    expect(mp4.indexOf('soun')).toBe(-1)
  },
)
