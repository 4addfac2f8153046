import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { OpeningHours } from '#domain/hours.ts'
import type { OptionGroup, OptionSource, Sources } from '#domain/menu.ts'
import * as Menu from '#domain/menu.ts'
import * as Money from '#domain/money.ts'
import { highestQuantity } from '#domain/pricing.ts'
import type { FarmDocument, HomeDocument, SlideDocument } from '../db/schema.ts'
import { StartError } from '../process/start-error.ts'
import { fileExists, readDataFile, unreadable } from './data-file.ts'
import { type Films, openFilms } from './films.ts'

// The restaurant as its owner writes it, in JSON files. Unknown keys are refused: with a mistyped 'avialable' a dish that
// is not available would be sold.

const id = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be small letters, figures and single dashes')
const text = z.string().trim().min(1)
const price = z.custom<Money.Naira>((value) => Money.isNaira(value) && value <= Money.highestPrice, {
  error: `must be whole naira, ${Money.format(Money.highestPrice)} at most`,
})
const count = z.int().min(0)
const portions = z.int().min(1).max(highestQuantity)
const share = z.number().min(0).max(1)
/**
 * A file of `pictures/` of any size and shape; pages show the largest 4:3 part around `focus`. The demo names its files by
 * what they show: `grilled-croaker` (a dish's id, one for all of its sizes), `category-grills`, `slide-suya`, `hero`,
 * `farm-hero`, `farm-big-rams` (a feature's or photo's id) and `farm-video-offer`.
 */
const picture = z.strictObject({
  file: z.string().regex(/^[\w-]+\.(avif|webp|jpe?g|png)$/i, 'must name a file of pictures/ such as "fish-roll.avif"'),
  /** What is to be seen, where the words beside the picture do not say it. */
  alt: text.exactOptional(),
  /** Shares of width and height from the upper left; without it, the middle. */
  focus: z.tuple([share, share]).exactOptional(),
})
const tile = z.enum(['ember', 'plantain', 'leaf', 'berry', 'sea'])
const path = text.startsWith('/', 'must be a path of this site, such as "/menu/starters"')
const phone = z.e164('must be an international number such as "+2348000004462"')
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "06:00"')
const link = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

const menuPath = text.regex(/^\/menu(\/[a-z0-9-]+)?$/, 'must be "/menu" or a page of it, such as "/menu/starters"')

const hours = z.union(
  [
    z.strictObject({ always: z.literal(true) }),
    z.strictObject({
      always: z.literal(false),
      weekly: z.array(z.strictObject({ from: timeOfDay, until: timeOfDay }).nullable()).length(7),
      closed: z.array(z.iso.date()),
      lastOrder: count,
    }),
  ],
  'must be { "always": true }, or have weekly, closed and lastOrder',
) satisfies z.ZodType<OpeningHours>

const settingsFile = z.strictObject({
  name: text,
  shortName: text,
  tagline: text,
  description: text,
  /** The picture at the head of the home page. */
  hero: picture.exactOptional(),
  /** The host of the e-mail addresses that accounts get: each is made of the username. */
  emailHost: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host such as "kitchen.example"'),
  phone,
  whatsapp: phone,
  address: text,
  mapUrl: link,
  /** In words. */
  openingHours: text,
  /** When orders are taken; without them, at any time. */
  hours: hours.exactOptional(),
  cuisines: z.array(text).min(1).exactOptional(),
  /** The id of the category that dishes take their sides from. */
  sides: id.exactOptional(),
  /** Minutes. */
  preparation: z
    .strictObject({ least: z.int().min(1), most: z.int().min(1) })
    .refine(({ least, most }) => least <= most, { path: ['most'], error: 'must not be under preparation.least' }),
  /** Orders that can be cooked at once before customers are told of a rush. */
  kitchenCapacity: z.int().min(1),
  /** When dishes that are off until tomorrow come back, Lagos time; without it, 06:00. */
  dayBegins: timeOfDay.exactOptional(),
  accounts: z
    .array(
      z.strictObject({
        id,
        bank: text,
        number: z.string().regex(/^\d{10}$/, 'must be 10 figures in quotes'),
        name: text,
      }),
    )
    .min(1),
  socials: z.array(z.strictObject({ name: text, url: link })),
})

const locationsFile = z.array(z.strictObject({ id, name: text, fee: price })).min(1)

const source = z
  .strictObject({
    choices: z
      .array(z.strictObject({ id, name: text, price, available: z.boolean().exactOptional() }))
      .min(1)
      .exactOptional(),
    category: id.exactOptional(),
    priceAtMost: price.exactOptional(),
    only: z.array(id).min(1).exactOptional(),
    first: z.int().min(1).exactOptional(),
  })
  .transform(({ choices, category, ...narrowed }, context): OptionSource => {
    if (choices && category === undefined && Object.keys(narrowed).length === 0) return { choices }
    if (category !== undefined && !choices) return { category, ...narrowed }
    context.addIssue('must have either choices of its own or a category to draw from')
    return z.NEVER
  })

const group = z
  .strictObject({
    id,
    label: text,
    role: z.enum(['size', 'variant', 'topping', 'extra']),
    min: count,
    max: z.int().min(1),
    limit: portions,
    source,
    pricing: z.union([z.enum(['own', 'free']), price], 'must be "own", "free" or whole naira'),
    missing: text.exactOptional(),
    naming: text.includes('{name}', 'must have {name} in it').exactOptional(),
    preset: id.exactOptional(),
  })
  .refine(({ min, max }) => max >= min, { path: ['max'], error: 'must not be under min' })
  // A dish has one size, and a size or variant becomes part of its name, where '2 x Large' has no meaning.
  .refine(({ role, max }) => role !== 'size' || max === 1, { path: ['max'], error: 'must be 1 for a size' })
  .refine(({ role, limit }) => (role !== 'size' && role !== 'variant') || limit === 1, {
    path: ['limit'],
    error: 'must be 1 for a size or variant',
  }) satisfies z.ZodType<OptionGroup>

const item = z.strictObject({
  id,
  name: text,
  description: text,
  price,
  available: z.boolean(),
  takesNote: z.boolean(),
  bestseller: z.boolean().exactOptional(),
  /** 0 none, 1 mild, 2 hot, 3 very hot. */
  heat: z.literal([0, 1, 2, 3]).exactOptional(),
  diet: z
    .array(z.enum(['vegetarian', 'vegan', 'halal', 'contains-nuts', 'contains-shellfish', 'contains-alcohol']))
    .exactOptional(),
  /** Ids of the category's groups, in the order in which they are asked. */
  groups: z.array(id),
  picture: picture.exactOptional(),
})

const categoryFile = z.strictObject({
  id,
  title: text,
  tile,
  /** A shorter title for narrow places: 'Soups'. */
  short: text.exactOptional(),
  /** When it leads the menu, in Lagos; over midnight where `until` is earlier. */
  hours: z.strictObject({ from: timeOfDay, until: timeOfDay }).exactOptional(),
  /** False for a category that has no page and only offers choices of dishes, such as sauces. */
  listed: z.boolean(),
  availableFirst: z.boolean(),
  banner: text.exactOptional(),
  bannerLink: path.exactOptional(),
  /** The toast when a dish goes into the cart; {item} is its name. */
  added: text,
  /** Whether that toast is the short one. */
  shortToast: z.boolean(),
  /** Other names, in small letters, that lead to this category. */
  synonyms: z.array(text.refine((name) => name === name.toLowerCase(), 'must be in small letters')).exactOptional(),
  picture: picture.exactOptional(),
  groups: z.array(group),
  items: z.array(item).min(1),
})

const testimonial = z.strictObject({ id, name: text, place: text, text, picture: picture.exactOptional() })

const farmFile = z.strictObject({
  name: text,
  shortName: text,
  sells: text,
  tagline: text,
  description: text,
  phone,
  whatsapp: phone,
  address: text,
  mapUrl: link,
  hours: text,
  hero: picture,
  features: z.array(z.strictObject({ id, title: text, text, tile, picture })).min(1),
  gallery: z.array(z.strictObject({ id, caption: text, tile, picture: picture.required({ alt: true }) })).min(1),
  galleryNote: text,
  /** Ids of films.json. */
  videos: z.array(id),
  videoOffer: z.strictObject({ title: text, text, tile, picture }),
  testimonials: z.array(testimonial).min(1),
  faq: z.array(z.strictObject({ id, question: text, answer: text })).min(1),
}) satisfies z.ZodType<FarmDocument>

const slide = z
  .strictObject({
    id,
    headline: text,
    banter: text,
    to: menuPath,
    offer: z.literal(true).exactOptional(),
    tile,
    picture: picture.exactOptional(),
    film: id.exactOptional(),
  })
  .transform(({ picture, film, ...words }, context): SlideDocument => {
    if (picture && film === undefined) return { ...words, picture }
    if (film !== undefined && !picture) return { ...words, film }
    context.addIssue('must have either a picture or a film')
    return z.NEVER
  })

const homeFile = z.strictObject({
  marquee: z.array(text).min(1),
  featured: z.strictObject({ to: menuPath, label: text }).exactOptional(),
  slides: z.array(slide),
  about: z.strictObject({ title: text, paragraphs: z.array(text).min(1), film: id.exactOptional() }),
  testimonials: z.array(testimonial),
}) satisfies z.ZodType<HomeDocument>

export type Settings = z.output<typeof settingsFile>
export type Category = z.output<typeof categoryFile>
export type Restaurant = {
  readonly settings: Settings
  readonly locations: z.output<typeof locationsFile>
  readonly home: HomeDocument
  /** Undefined where the folder has no farm.json: the product then has no page about a farm. */
  readonly farm: FarmDocument | undefined
  /** In menu order, the unlisted ones among them. */
  readonly categories: readonly Category[]
}

/**
 * Reads settings.json, locations.json, home.json, menu/NN-<category>.json and, where there is one, farm.json under
 * `folder`, and looks whether their pictures are in pictures/. The order of the menu is that of the file names.
 * Throws StartError with one sentence about the first fault: what is missing, malformed or does not fit together.
 */
export async function readRestaurant(folder: string): Promise<Restaurant> {
  const settings = await readDataFile(join(folder, 'settings.json'), settingsFile)
  const locations = await readDataFile(join(folder, 'locations.json'), locationsFile)
  const isThere = await pictureFiles(join(folder, 'pictures'))
  checkPictures(join(folder, 'settings.json'), settings, isThere)
  unique(join(folder, 'settings.json'), 'account', settings.accounts)
  unique(join(folder, 'locations.json'), 'location', locations)

  const films = await openFilms(folder)
  const homePath = join(folder, 'home.json')
  const home = await readDataFile(homePath, homeFile)
  unique(homePath, 'slide', home.slides)
  checkFilms(homePath, home, films)
  checkPictures(homePath, home, isThere)
  unique(homePath, 'testimonial', home.testimonials)

  const farmPath = join(folder, 'farm.json')
  const farm = (await fileExists(farmPath)) ? await readDataFile(farmPath, farmFile) : undefined
  if (farm) {
    unique(farmPath, 'feature', farm.features)
    unique(farmPath, 'gallery', farm.gallery)
    checkPictures(farmPath, farm, isThere)
    checkVideos(farmPath, farm.videos, films)
    unique(farmPath, 'testimonial', farm.testimonials)
    unique(farmPath, 'faq', farm.faq)
  }

  const menu: Page[] = []
  for (const file of await menuFiles(join(folder, 'menu'))) {
    const category = await readDataFile(file, categoryFile)
    checkPictures(file, category, isThere)
    menu.push({ file, category })
  }
  checkCategories(menu)
  checkItems(menu)
  checkGroups(menu)
  checkLinks(homePath, home, menu)
  if (settings.sides !== undefined && !menu.some(({ category }) => category.id === settings.sides)) {
    throw new StartError(`${join(folder, 'settings.json')}: sides: the menu has no category "${settings.sides}".`)
  }
  return { settings, locations, home, farm, categories: menu.map(({ category }) => category) }
}

/** Which files the restaurant's pictures may name. */
async function pictureFiles(folder: string): Promise<(file: string) => boolean> {
  const files = new Set(await readdir(folder).catch(() => []))
  return (file) => files.has(file)
}

/** Looks through a file's data for the pictures that it names. */
function checkPictures(path: string, data: unknown, isThere: (file: string) => boolean): void {
  JSON.stringify(data, (key, value) => {
    if (key === 'file' && !isThere(value)) {
      throw new StartError(`${path}: picture "${value}" is not in the folder pictures.`)
    }
    return value
  })
}

function checkFilms(file: string, { slides, about }: HomeDocument, { film }: Pick<Films, 'film'>): void {
  const named = [...slides.map((slide) => ('film' in slide ? slide.film : undefined)), about.film]
  const lost = named.find((id) => id !== undefined && !film(id))
  if (lost !== undefined) throw new StartError(`${file}: film "${lost}" is not among those of films.json.`)
}

function checkVideos(file: string, videos: readonly string[], films: Pick<Films, 'film'>): void {
  const fault = (id: string, what: string) => new StartError(`${file}: video "${id}" ${what}.`)
  for (const [index, id] of videos.entries()) {
    if (videos.indexOf(id) < index) throw fault(id, 'is there twice')
    if (!films.film(id)) throw fault(id, 'is not among those of films.json')
  }
}

type Page = { readonly file: string; readonly category: Category }

async function menuFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  const files = names.filter((name) => name.endsWith('.json')).sort()
  const odd = files.find((name) => !/^\d\d-.+\.json$/.test(name))
  if (odd !== undefined) {
    throw new StartError(`${join(folder, odd)} must be named by its place and category, such as "05-starters.json".`)
  }
  return files.map((name) => join(folder, name))
}

function checkCategories(menu: readonly Page[]): void {
  const taken = new Map<string, Page>()
  for (const page of menu) {
    const { file, category } = page
    if (basename(file).slice(3, -5) !== category.id) {
      throw new StartError(`${file}: id must be that of the file's name, got "${category.id}".`)
    }
    for (const name of [category.id, category.title.toLowerCase(), ...(category.synonyms ?? [])]) {
      const other = taken.get(name)
      if (other && other !== page) throw new StartError(`${file}: "${name}" already leads to ${other.file}.`)
      taken.set(name, page)
    }
  }
  if (!menu.some(({ category }) => category.listed)) {
    throw new StartError('The menu has no listed category: put at least one into the menu folder.')
  }
}

function checkLinks(file: string, { slides, featured }: HomeDocument, menu: readonly Page[]): void {
  const pages = ['/menu', ...menu.flatMap(({ category }) => (category.listed ? [`/menu/${category.id}`] : []))]
  const links = [
    ...slides.map(({ id, to }) => ({ where: `slide "${id}"`, to })),
    ...(featured ? [{ where: 'featured', to: featured.to }] : []),
  ]
  const lost = links.find(({ to }) => !pages.includes(to))
  if (lost) throw new StartError(`${file}: ${lost.where}: the menu has no page "${lost.to}".`)
}

function checkItems(menu: readonly Page[]): void {
  const taken = new Map<string, string>()
  for (const { file, category } of menu) {
    unique(file, 'group', category.groups)
    for (const item of category.items) {
      const fault = (what: string) => new StartError(`${file}: item "${item.id}": ${what}.`)
      const other = taken.get(item.id)
      if (other !== undefined) throw fault(`the id is already taken in ${other}`)
      taken.set(item.id, file)

      const groups = item.groups.map((id) => {
        const group = category.groups.find((group) => group.id === id)
        if (!group) throw fault(`there is no group "${id}" in this file`)
        return group
      })
      if (new Set(item.groups).size < item.groups.length) throw fault('a group is named twice')
      if (groups.filter(({ role }) => role === 'size').length > 1) throw fault('a dish has one group of sizes at most')
    }
  }
}

function checkGroups(menu: readonly Page[]): void {
  const sources: Sources = Object.fromEntries(menu.map(({ category }) => [category.id, category.items]))
  for (const { file, category } of menu) {
    for (const group of category.groups) {
      const fault = (what: string) => new StartError(`${file}: group "${group.id}": ${what}.`)
      if ('choices' in group.source) {
        unique(`${file}: group "${group.id}"`, 'choice', group.source.choices)
      } else {
        const drawn = sources[group.source.category]
        if (!drawn) throw fault(`there is no category "${group.source.category}" to draw from`)
        const gone = group.source.only?.find((id) => !drawn.some((item) => item.id === id))
        if (gone !== undefined) throw fault(`there is no "${gone}" in the category "${group.source.category}"`)
      }
      const offered = Menu.choices(group, sources)
      if (offered.length === 0) throw fault('it offers nothing')
      if (offered.length < group.min) throw fault(`it asks for ${group.min} choices and offers ${offered.length}`)
      if (group.preset !== undefined && !offered.some(({ id }) => id === group.preset)) {
        throw fault(`preset "${group.preset}" is not among its choices`)
      }
    }
  }
}

function unique(where: string, kind: string, entries: readonly { readonly id: string }[]): void {
  const ids = entries.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) < index)
  if (twice !== undefined) throw new StartError(`${where}: ${kind} "${twice}" is there twice.`)
}
