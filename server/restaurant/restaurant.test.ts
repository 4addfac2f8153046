import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Item, OptionGroup, Sources } from '#domain/menu.ts'
import * as Menu from '#domain/menu.ts'
import { priceLine } from '#domain/pricing.ts'
import { StartError } from '../process/start-error.ts'
import { type Category, readRestaurant } from './restaurant.ts'

const folder = join(import.meta.dirname, '../../restaurant')
const restaurant = await readRestaurant(folder)
const listed = restaurant.categories.filter(({ listed }) => listed)
const sources: Sources = Object.fromEntries(restaurant.categories.map(({ id, items }) => [id, items]))

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
  page.items.map((item) => ({ ...item, category: page.id, groups: item.groups.map((id) => group(page.id, id)) })),
)

describe('the demo restaurant', () => {
  test('MENU-2: the 19 categories, in menu order', () => {
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

  test('the menu is a full one: 170 dishes or more, some of them not available', () => {
    expect(dishes.length).toBeGreaterThanOrEqual(170)
    expect(dishes.some(({ available }) => !available)).toBe(true)
  })

  test('HOME-4: synonyms lead to their category', () => {
    const names = Object.fromEntries(listed.flatMap(({ id, synonyms = [] }) => synonyms.map((name) => [name, id])))
    expect(names).toMatchObject({ mikshakes: 'milkshakes', 'suya spot': 'suya', 'soft drinks': 'softdrinks' })
  })

  test('HOME-7: there are eight bestsellers, all available', () => {
    const bestsellers = listed.flatMap(({ items }) => items.filter(({ bestseller }) => bestseller))
    expect(bestsellers).toHaveLength(8)
    expect(bestsellers.every(({ available }) => available)).toBe(true)
  })

  test('MENU-5: only pastry and combo list available dishes first, and both have unavailable ones', () => {
    const first = listed.filter(({ availableFirst }) => availableFirst)
    expect(first.map(({ id }) => id)).toEqual(['combo', 'pastry'])
    for (const { items } of first) expect(items.findIndex(({ available }) => !available)).toBeLessThan(items.length - 1)
  })

  test('MENU-7: the banner of extra sides says that rice comes without protein and links to the grills', () => {
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

  test('MENU-10: every soup requires one of three free swallows, and has extra swallows at 1500', () => {
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

  test('MENU-12: free sides cost up to 3000 and are five or all; extra sides are the first five', () => {
    const names = (id: string) => offered('grills', id).map(([name]) => name)
    expect(names('free-side')).toEqual(['Jollof Rice', 'Plantain', 'Yam Fries', 'French Fries', 'Coleslaw'])
    expect(names('extra-sides')).toEqual(['Jollof Rice', 'Fried Rice', 'Plantain', 'Yam Fries', 'French Fries'])
    expect(names('free-side-full').slice(0, 5)).toEqual(names('free-side'))
    expect(names('free-side-full').length).toBeGreaterThan(5)
    expect(names('free-side-full')).not.toContain('Fried Rice')
    for (const id of ['free-side', 'free-side-full']) expect(group('grills', id)).toMatchObject({ limit: 1, max: 1 })
  })

  test('MENU-14: the preset size of a pizza is small, and pizzas and noodles have toppings', () => {
    for (const dish of dishes.filter(({ category }) => category === 'pizza')) {
      expect(dish.groups.find(({ role }) => role === 'size')?.preset).toBe('small')
    }
    for (const dish of dishes.filter(({ category }) => category === 'pizza' || category === 'noodles')) {
      expect(dish.groups.some(({ role, limit }) => role === 'topping' && limit > 1)).toBe(true)
    }
  })

  test('MENU-17: hot beverages are flavoured tea, tea and coffee', () => {
    const beverages = category('hot-beverages').items.map(({ name, price, available }) => [name, price, available])
    expect(beverages).toEqual([
      ['Flavoured Tea', 1500, true],
      ['Tea', 1000, true],
      ['Coffee', 1500, true],
    ])
  })

  test('every role, source and pricing is in use', () => {
    const groups = dishes.flatMap(({ groups }) => groups)
    expect(new Set(groups.map(({ role }) => role))).toEqual(new Set(['size', 'variant', 'topping', 'extra']))
    expect(new Set(groups.flatMap(({ source }) => Object.keys(source)))).toEqual(
      new Set(['choices', 'category', 'priceAtMost', 'only', 'first']),
    )
    expect(new Set(groups.map(({ pricing }) => pricing))).toEqual(new Set(['own', 'free', 1500]))
  })

  test('every available dish can be priced at the price on its card', () => {
    for (const dish of dishes.filter(({ available }) => available)) {
      const selection = { ...Menu.presets(dish, sources) }
      for (const group of dish.groups.filter(({ id, min }) => min > 0 && !selection[id])) {
        const [choice] = Menu.choices(group, sources).filter(({ available }) => available)
        if (choice) selection[group.id] = { [choice.id]: 1 }
      }
      expect(priceLine(dish, sources, selection, 1)).toMatchObject({ ok: true, value: { unitPrice: dish.price } })
    }
  })

  test('neighbouring dishes have different plates', () => {
    for (const { items } of listed) {
      for (const [index, { plate }] of items.entries()) expect(items[index + 1]?.plate).not.toEqual(plate)
    }
  })

  test('FARM-1: the farm has four features, eight different pictures, testimonials and questions', () => {
    const { features, gallery, testimonials, faq } = restaurant.farm
    expect(features).toHaveLength(4)
    expect(gallery).toHaveLength(8)
    expect(new Set(gallery.map(({ plate }) => JSON.stringify(plate))).size).toBe(gallery.length)
    expect(new Set(gallery.map(({ alt }) => alt)).size).toBe(gallery.length)
    expect(testimonials.length).toBeGreaterThanOrEqual(3)
    expect(faq.length).toBeGreaterThanOrEqual(5)
  })
})

describe('a broken file stops the start with one sentence', () => {
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'restaurant-'))
    await cp(folder, copy, { recursive: true })
  })
  afterAll(() => rm(copy, { recursive: true }))

  const changed: string[] = []
  /** The path of a file of the copy that a test changes. It is restored after the test. */
  function toChange(file: string): string {
    changed.push(file)
    return join(copy, file)
  }
  afterEach(async () => {
    for (const file of changed.splice(0)) {
      await rm(join(copy, file), { recursive: true, force: true })
      if (existsSync(join(folder, file))) await cp(join(folder, file), join(copy, file), { recursive: true })
    }
  })

  // biome-ignore lint/suspicious/noExplicitAny: the point is to write what no type allows
  type Broken = any
  const croaker = (grills: Broken) => grills.items.find(({ id }: Broken) => id === 'grilled-croaker')
  const grills = 'menu/05-grills.json'
  const pizza = 'menu/13-pizza.json'

  const faults: [file: string, spoil: (data: Broken) => void, sentence: string][] = [
    [
      grills,
      (d) => (croaker(d).price = 12.5),
      'item "grilled-croaker": price must be whole naira, ₦10,000,000 at most, got 12.5.',
    ],
    [
      grills,
      (d) => (croaker(d).price = '21000'),
      'item "grilled-croaker": price must be whole naira, ₦10,000,000 at most, got "21000".',
    ],
    [grills, (d) => delete croaker(d).price, 'item "grilled-croaker": price is missing.'],
    [grills, (d) => (croaker(d).avialable = false), 'item "grilled-croaker" has an unknown key "avialable".'],
    [
      grills,
      (d) => (croaker(d).available = 'no'),
      'item "grilled-croaker": available must be true or false, got "no".',
    ],
    [grills, (d) => (croaker(d).name = ' '), 'item "grilled-croaker": name must not be empty, got " ".'],
    [grills, (d) => (croaker(d).heat = 4), 'item "grilled-croaker": heat must be 0 or 1 or 2 or 3, got 4.'],
    [
      grills,
      (d) => (croaker(d).plate = ['unicorn']),
      'item "grilled-croaker": plate must name pieces of server/media/pieces.ts, got "unicorn".',
    ],
    [grills, (d) => (croaker(d).plate = []), 'item "grilled-croaker": plate must have 1 or more.'],
    [grills, (d) => (croaker(d).groups = ['gravy']), 'item "grilled-croaker": there is no group "gravy" in this file.'],
    [grills, (d) => croaker(d).groups.push('sauce'), 'item "grilled-croaker": a group is named twice.'],
    [
      grills,
      (d) => (croaker(d).id = 'jollof-rice'),
      'item "jollof-rice": the id is already taken in FOLDER/menu/03-extra-sides.json.',
    ],
    [grills, (d) => delete croaker(d).id, 'item "Grilled Croaker": id is missing.'],
    [grills, (d) => (d.items = []), 'items must have 1 or more.'],
    [grills, (d) => (d.id = 'grill'), 'id must be that of the file\'s name, got "grill".'],
    [grills, (d) => (d.tile = 'blue'), 'tile must be "ember" or "plantain" or "leaf" or "berry" or "sea", got "blue".'],
    [grills, (d) => (d.colour = 'blue'), 'the file has an unknown key "colour".'],
    [grills, (d) => (d.groups[0].min = 2), 'group "free-side": max must not be under min, got 1.'],
    [
      grills,
      (d) => Object.assign(d.groups[0], { min: 6, max: 9 }),
      'group "free-side": it asks for 6 choices and offers 5.',
    ],
    [
      grills,
      (d) => (d.groups[0].source.category = 'soups'),
      'group "free-side": there is no category "soups" to draw from.',
    ],
    [
      grills,
      (d) => (d.groups[0].source.only = ['gravy']),
      'group "free-side": there is no "gravy" in the category "extra-sides".',
    ],
    [grills, (d) => (d.groups[0].source.priceAtMost = 1), 'group "free-side": it offers nothing.'],
    [grills, (d) => (d.groups[0].source.frist = 5), 'group "free-side": source has an unknown key "frist".'],
    [
      grills,
      (d) => (d.groups[0].source = { first: 5 }),
      'group "free-side": source must have either choices of its own or a category to draw from.',
    ],
    [
      grills,
      (d) => (d.groups[0].pricing = 'cheap'),
      'group "free-side": pricing must be "own", "free" or whole naira, got "cheap".',
    ],
    [grills, (d) => (d.groups[1].id = 'free-side'), 'group "free-side" is there twice.'],
    [pizza, (d) => (d.groups[0].preset = 'huge'), 'group "classic-size": preset "huge" is not among its choices.'],
    [pizza, (d) => (d.groups[0].max = 2), 'group "classic-size": max must be 1 for a size, got 2.'],
    [pizza, (d) => (d.groups[0].limit = 2), 'group "classic-size": limit must be 1 for a size or variant, got 2.'],
    [
      pizza,
      (d) => (d.groups[0].source.choices[1].price = -1),
      'group "classic-size": choice "medium": price must be whole naira, ₦10,000,000 at most, got -1.',
    ],
    [
      pizza,
      (d) => (d.groups[0].source.choices[1].id = 'small'),
      'group "classic-size": choice "small" is there twice.',
    ],
    [pizza, (d) => d.items[0].groups.push('special-size'), 'item "margherita": a dish has one group of sizes at most.'],
    [pizza, (d) => (d.synonyms = ['suya']), '"suya" already leads to FOLDER/menu/13-pizza.json.'],
    [
      pizza,
      (d) => (d.synonyms = ["fisherman's delight"]),
      '"fisherman\'s delight" already leads to FOLDER/menu/04-fisherman-delight.json.',
    ],
    [pizza, (d) => (d.synonyms = ['Pizzas']), 'synonyms must be in small letters, got "Pizzas".'],
    ['settings.json', (d) => delete d.name, 'name is missing.'],
    [
      'settings.json',
      (d) => (d.phone = '08000004462'),
      'phone must be an international number such as "+2348000004462", got "08000004462".',
    ],
    ['settings.json', (d) => (d.preparation.most = 5), 'preparation.most must not be under preparation.least, got 5.'],
    ['settings.json', (d) => (d.accounts[1].number = 12), 'account "sample-trust": number must be text, got 12.'],
    ['settings.json', (d) => (d.accounts[1].id = 'demo-bank'), 'account "demo-bank" is there twice.'],
    [
      'settings.json',
      (d) => (d.socials[0].url = 'example'),
      'social "Instagram": url must be an address that starts with https://, got "example".',
    ],
    [
      'locations.json',
      (d) => (d[0].fee = -5),
      'location "victoria-island": fee must be whole naira, ₦10,000,000 at most, got -5.',
    ],
    ['locations.json', (d) => (d[1].id = 'victoria-island'), 'location "victoria-island" is there twice.'],
    ['home.json', (d) => d.slides.pop(), 'slides must have 11 or more.'],
    [
      'home.json',
      (d) => (d.slides[0] = { ...d.slides[1], id: 'other', offer: undefined }),
      'slides must have one film, the others being plates.',
    ],
    ['home.json', (d) => delete d.slides[1].offer, 'slides must have one offer.'],
    ['home.json', (d) => (d.slides[2].id = 'suya'), 'slide "suya" is there twice.'],
    ['home.json', (d) => (d.slides[2].to = '/menu/sushi'), 'slide "egusi": the menu has no page "/menu/sushi".'],
    [
      'home.json',
      (d) => (d.slides[2].to = 'https://elsewhere.example'),
      'slide "egusi": to must be "/menu" or a page of it, such as "/menu/grills", got "https://elsewhere.example".',
    ],
    ['home.json', (d) => delete d.slides[2].plate, 'slide "egusi" must have either a plate or a film.'],
    ['home.json', (d) => (d.about.film = 'nollywood'), 'film "nollywood" is not among those of films.json.'],
    ['home.json', (d) => (d.marquee = []), 'marquee must have 1 or more.'],
    ['farm.json', (d) => delete d.tagline, 'tagline is missing.'],
    ['farm.json', (d) => d.features.pop(), 'features must have 4 or more.'],
    ['farm.json', (d) => d.features.push(d.features[0]), 'features must have 4 at most.'],
    ['farm.json', (d) => (d.features[1].id = 'healthy'), 'feature "healthy" is there twice.'],
    [
      'farm.json',
      (d) => (d.whatsapp = '0800'),
      'whatsapp must be an international number such as "+2348000004462", got "0800".',
    ],
    [
      'farm.json',
      (d) => (d.gallery[0].plate[0].piece = 'unicorn'),
      'gallery "big-rams": plate 1: piece must name pieces of server/media/pieces.ts, got "unicorn".',
    ],
    ['farm.json', (d) => (d.gallery[0].alt = ''), 'gallery "big-rams": alt must not be empty, got "".'],
    ['farm.json', (d) => (d.gallery[1].id = 'big-rams'), 'gallery "big-rams" is there twice.'],
    ['farm.json', (d) => (d.prices = []), 'the file has an unknown key "prices".'],
    ['farm.json', (d) => (d.videos = [{ src: '/pens.mp4' }]), 'video 1 must be text.'],
    ['farm.json', (d) => (d.videos = ['pen', 'pen']), 'video "pen" is there twice.'],
    ['farm.json', (d) => (d.videos = ['beach']), 'video "beach" is not among those of films.json.'],
    ['films.json', (d) => (d[0].seconds = 0), 'film "night-grill": seconds must be 1 or more, got 0.'],
    ['films.json', (d) => delete d[1].title, 'film "plate": title is missing.'],
    ['films.json', (d) => (d[1].id = 'pen'), 'film "pen" is there twice.'],
    ['farm.json', (d) => (d.faq[0].answer = 7), 'faq "price": answer must be text, got 7.'],
  ]

  test.each(faults.map(([file, spoil, sentence]) => [file, sentence, spoil] as const))(
    '%s: %s',
    async (file, sentence, spoil) => {
      const path = toChange(file)
      const data = JSON.parse(await readFile(path, 'utf8'))
      spoil(data)
      await writeFile(path, JSON.stringify(data))
      const fault = await readRestaurant(copy).catch((error: unknown) => error)
      expect(fault).toBeInstanceOf(StartError)
      const { message } = fault as StartError
      // A synonym of two categories is reported in the second file.
      expect(message).toBe(
        `${sentence.startsWith('"suya"') ? join(copy, 'menu/19-suya.json') : path}: ${sentence.replace('FOLDER', copy)}`,
      )
    },
  )

  test.each([
    ['{\n  "name": "Iná",\n}', 'Expected double-quoted property name (line 3, column 1)'],
    ['{\n  "name": "Iná Grill",\n  "shortName": Iná\n}', "Unexpected token 'I' (line 3, column 16)"],
    ['{ "name": no }', "Unexpected token 'o' (line 1, column 12)"],
    ['{\n  "name": "Iná"', "Expected ',' or '}' after property value (line 2, column 16)"],
    ['', 'Unexpected end of JSON input (line 1, column 1)'],
  ])('invalid JSON is reported with its line and column: %j', async (text, problem) => {
    const path = toChange('settings.json')
    await writeFile(path, text)
    await expect(readRestaurant(copy)).rejects.toThrow(new StartError(`${path} is not valid JSON: ${problem}.`))
  })

  test.each(['settings.json', 'locations.json', 'home.json', 'farm.json', 'menu'])(
    'a missing %s is reported',
    async (name) => {
      await rm(toChange(name), { recursive: true })
      await expect(readRestaurant(copy)).rejects.toThrow(new StartError(`${join(copy, name)} is missing.`))
    },
  )

  test.each(['webm', 'mp4', 'vtt', 'avif', 'webp'])('a film without its %s is reported', async (format) => {
    const file = toChange(`films/pen.${format}`)
    await rm(file)
    await expect(readRestaurant(copy)).rejects.toThrow(new StartError(`${file} is missing.`))
  })

  test('a film that a page uses and films.json lacks is reported', async () => {
    const films = toChange('films.json')
    const all: { id: string }[] = JSON.parse(await readFile(films, 'utf8'))
    await writeFile(films, JSON.stringify(all.filter(({ id }) => id !== 'pen')))
    await expect(readRestaurant(copy)).rejects.toThrow('video "pen" is not among those of films.json.')
    await rm(films)
    await expect(readRestaurant(copy)).rejects.toThrow('film "night-grill" is not among those of films.json.')
  })

  test('a menu file without a position in its name is refused', async () => {
    await writeFile(toChange('menu/puddings.json'), '{}')
    await expect(readRestaurant(copy)).rejects.toThrow(
      new StartError(
        `${join(copy, 'menu/puddings.json')} must be named by its place and category, such as "05-grills.json".`,
      ),
    )
  })
})
