import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { readRestaurant } from './restaurant.ts'

const folder = join(import.meta.dirname, '../../restaurant')

describe('a broken file is reported in one sentence', () => {
  let copy: string
  beforeEach(async () => {
    copy = await mkdtemp(join(tmpdir(), 'restaurant-'))
    for (const name of await readdir(folder)) {
      const [from, to] = [join(folder, name), join(copy, name)]
      // The pictures are large and only read, so a link suffices. `cpSync` takes much less processor time than `cp`.
      if (name === 'pictures') await symlink(from, to)
      else cpSync(from, to, { recursive: true })
    }
  })
  afterEach(() => rm(copy, { recursive: true }))

  // biome-ignore lint/suspicious/noExplicitAny: the tests write values that no type allows
  type Broken = any
  const croaker = (grills: Broken) => grills.items.find(({ id }: Broken) => id === 'grilled-croaker')
  const grills = 'menu/05-grills.json'
  const pizza = 'menu/13-pizza.json'

  const faults: [file: string, spoil: (data: Broken) => void, said: string][] = [
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
      (d) => (croaker(d).picture.file = 'unicorn.gif'),
      'item "grilled-croaker": picture.file must name a file of pictures/ such as "fish-roll.avif", got "unicorn.gif".',
    ],
    [
      grills,
      (d) => (croaker(d).picture.file = '../settings.json'),
      'item "grilled-croaker": picture.file must name a file of pictures/ such as "fish-roll.avif", got "../settings.json".',
    ],
    [
      grills,
      (d) => (croaker(d).picture.focus = [0.5, 2]),
      'item "grilled-croaker": picture.focus must be 1 at most, got 2.',
    ],
    [
      grills,
      (d) => (croaker(d).picture.file = 'unicorn.avif'),
      'picture "unicorn.avif" is not in the folder pictures.',
    ],
    [grills, (d) => (d.picture.file = 'Grills.jpg'), 'picture "Grills.jpg" is not in the folder pictures.'],
    [
      'home.json',
      (d) => (d.slides[2].picture.file = 'gone.webp'),
      'picture "gone.webp" is not in the folder pictures.',
    ],
    ['settings.json', (d) => (d.hero.file = 'gone.png'), 'picture "gone.png" is not in the folder pictures.'],
    [
      grills,
      (d) => (croaker(d).groups = ['gravy']),
      'item "grilled-croaker": there is no group "gravy" in its category.',
    ],
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
    [pizza, (d) => (d.synonyms = ['Pizzas']), 'synonyms must be in lowercase letters, got "Pizzas".'],
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
    ['home.json', (d) => delete d.slides, 'slides is missing.'],
    ['home.json', (d) => (d.slides[1].offer = false), 'slide "free-jollof": offer must be true, got false.'],
    ['home.json', (d) => (d.featured.to = '/menu/sushi'), 'featured: the menu has no page "/menu/sushi".'],
    ['home.json', (d) => delete d.featured.label, 'featured.label is missing.'],
    ['settings.json', (d) => (d.sides = 'salads'), 'sides: the menu has no category "salads".'],
    ['home.json', (d) => (d.slides[2].id = 'suya'), 'slide "suya" is there twice.'],
    ['home.json', (d) => (d.slides[2].to = '/menu/sushi'), 'slide "egusi": the menu has no page "/menu/sushi".'],
    [
      'home.json',
      (d) => (d.slides[2].to = 'https://elsewhere.example'),
      'slide "egusi": to must be "/menu" or a page of it, such as "/menu/starters", got "https://elsewhere.example".',
    ],
    ['home.json', (d) => delete d.slides[2].picture, 'slide "egusi" must have either a picture or a film.'],
    ['home.json', (d) => (d.about.film = 'nollywood'), 'film "nollywood" is not among those of films.json.'],
    ['home.json', (d) => (d.marquee = []), 'marquee must have 1 or more.'],
    ['farm.json', (d) => delete d.tagline, 'tagline is missing.'],
    ['farm.json', (d) => delete d.sells, 'sells is missing.'],
    ['farm.json', (d) => (d.features = []), 'features must have 1 or more.'],
    ['farm.json', (d) => (d.features[1].id = 'healthy'), 'feature "healthy" is there twice.'],
    [
      'farm.json',
      (d) => (d.whatsapp = '0800'),
      'whatsapp must be an international number such as "+2348000004462", got "0800".',
    ],
    [
      'farm.json',
      (d) => (d.gallery[0].picture.file = 'unicorn.avif'),
      'picture "unicorn.avif" is not in the folder pictures.',
    ],
    ['farm.json', (d) => (d.gallery[0].picture.alt = ''), 'gallery "big-rams": picture.alt must not be empty, got "".'],
    ['farm.json', (d) => delete d.gallery[0].picture.alt, 'gallery "big-rams": picture.alt is missing.'],
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

  test.each(faults.map(([file, spoil, said]) => [file, said, spoil] as const))('%s: %s', async (file, said, spoil) => {
    const path = join(copy, file)
    const data = JSON.parse(await readFile(path, 'utf8'))
    spoil(data)
    await writeFile(path, JSON.stringify(data))
    const fault = await readRestaurant(copy).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(StartError)
    const { message } = fault as StartError
    // If two categories use one name, the message names the file of the later category.
    expect(message).toBe(
      `${said.startsWith('"suya"') ? join(copy, 'menu/19-suya.json') : path}: ${said.replace('FOLDER', copy)}`,
    )
  })

  test.each([
    ['{\n  "name": "Iná",\n}', 'Expected double-quoted property name (line 3, column 1)'],
    ['{\n  "name": "Iná Grill",\n  "shortName": Iná\n}', "Unexpected token 'I' (line 3, column 16)"],
    ['{ "name": no }', "Unexpected token 'o' (line 1, column 12)"],
    ['{\n  "name": "Iná"', "Expected ',' or '}' after property value (line 2, column 16)"],
    ['', 'Unexpected end of JSON input (line 1, column 1)'],
  ])('a restaurant file with invalid JSON is reported with the position: %j', async (text, said) => {
    const path = join(copy, 'settings.json')
    await writeFile(path, text)
    await expect(readRestaurant(copy)).rejects.toThrow(new StartError(`${path} is not valid JSON: ${said}.`))
  })

  test.each(['settings.json', 'locations.json', 'home.json', 'menu'])('a missing %s is reported', async (name) => {
    await rm(join(copy, name), { recursive: true })
    await expect(readRestaurant(copy)).rejects.toThrow(new StartError(`${join(copy, name)} is missing.`))
  })

  test('OWNER-7: a restaurant without farm.json, films.json and slides is complete', async () => {
    const path = join(copy, 'home.json')
    const { about, ...home } = JSON.parse(await readFile(path, 'utf8'))
    const { film: _, ...words } = about
    await writeFile(path, JSON.stringify({ ...home, slides: [], testimonials: [], about: words }))
    for (const name of ['farm.json', 'films.json', 'films']) await rm(join(copy, name), { recursive: true })
    expect(await readRestaurant(copy)).toMatchObject({ farm: undefined, home: { slides: [], about: words } })
  })

  test.each(['webm', 'mp4', 'vtt', 'avif', 'webp'])('a film without its %s is reported', async (format) => {
    const file = join(copy, `films/pen.${format}`)
    await rm(file)
    await expect(readRestaurant(copy)).rejects.toThrow(new StartError(`${file} is missing.`))
  })

  test('a film that a page shows and the folder lacks is reported', async () => {
    const films = join(copy, 'films.json')
    const all: { id: string }[] = JSON.parse(await readFile(films, 'utf8'))
    await writeFile(films, JSON.stringify(all.filter(({ id }) => id !== 'pen')))
    await expect(readRestaurant(copy)).rejects.toThrow('video "pen" is not among those of films.json.')
    await rm(films)
    await expect(readRestaurant(copy)).rejects.toThrow('film "night-grill" is not among those of films.json.')
  })

  test('a file of the menu whose name has no position is refused', async () => {
    await writeFile(join(copy, 'menu/puddings.json'), '{}')
    await expect(readRestaurant(copy)).rejects.toThrow(
      new StartError(
        `${join(copy, 'menu/puddings.json')} must be named by its place and category, such as "05-starters.json".`,
      ),
    )
  })
})
