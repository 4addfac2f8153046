import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { tile } from '#contract/menu/menu.ts'
import {
  id,
  type MenuCategory,
  menuCategory,
  pictureFile as picture,
  price,
  timeOfDay,
} from '#contract/menu/menu-document.ts'
import { count, visible } from '#contract/parts/fields.ts'
import type { OpeningHours } from '#domain/restaurant/hours.ts'
import type { FarmDocument, HomeDocument, SettingsDocument, SlideDocument } from '../db/schema.ts'
import { StartError } from '../process/start-error.ts'
import { fileExists, readDataFile, unreadable } from './data-file.ts'
import { type Films, openFilms } from './films.ts'
import { lostLinks, lostSides, type MenuPart, menuFaults, repeated } from './menu-faults.ts'

// This file describes the restaurant as its owner writes it, in JSON files. Unknown keys are refused. The schemas of
// the menu are in `menu-document.ts`.

const text = z.string().overwrite(visible).trim().min(1)

const phone = z.e164('must be an international number such as "+2348000004462"')
const link = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

const menuPath = text.regex(/^\/menu(\/[a-z0-9-]+)?$/, 'must be "/menu" or a page of it, such as "/menu/starters"')

const hours = z.union(
  [
    z.strictObject({ always: z.literal(true) }),
    z.strictObject({
      always: z.literal(false),
      weekly: z.array(z.array(z.strictObject({ from: timeOfDay, until: timeOfDay }))).length(7),
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
  hero: picture.exactOptional(),
  /** The host of the accounts' e-mail addresses, which are made from usernames. */
  emailHost: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host such as "kitchen.example"'),
  phone,
  whatsapp: phone,
  address: text,
  mapUrl: link,
  /** The hours in words. */
  openingHours: text,
  /** The hours in which orders are taken. Without hours, orders are taken at any time. */
  hours: hours.exactOptional(),
  cuisines: z.array(text).min(1).exactOptional(),
  /** The id of the category from which dishes take their sides. */
  sides: id.exactOptional(),
  /** The preparation time that customers read, in minutes. */
  preparation: z
    .strictObject({ least: z.int().min(1), most: z.int().min(1) })
    .refine(({ least, most }) => least <= most, { path: ['most'], error: 'must not be under preparation.least' }),
  /** The number of open orders from which on new orders are promised the longest preparation time. */
  kitchenCapacity: z.int().min(1),
  /**
   * The time in Lagos at which the restaurant's day begins and dishes sold out until tomorrow return; defaults to
   * 06:00.
   */
  dayBegins: timeOfDay.exactOptional(),
  accounts: z
    .array(
      z.strictObject({
        id,
        bank: text,
        number: z.string().regex(/^\d{10}$/, 'must be 10 digits in quotes'),
        name: text,
      }),
    )
    .min(1),
  socials: z.array(z.strictObject({ name: text, url: link })),
})

const locationsFile = z
  .array(
    z.strictObject({
      id,
      name: text,
      fee: price,
      minimum: price.exactOptional(),
      freeAbove: price.exactOptional(),
      drivingMinutes: z.int().min(1).max(240).exactOptional(),
    }),
  )
  .min(1)

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
  /** The ids of films in films.json. */
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

type Settings = z.output<typeof settingsFile> & Pick<SettingsDocument, 'setup'>
export type Restaurant = {
  readonly settings: Settings
  readonly locations: z.output<typeof locationsFile>
  readonly home: HomeDocument
  /** Undefined if the folder has no farm.json. The product then has no page about a farm. */
  readonly farm: FarmDocument | undefined
  /** Categories in menu order, including unlisted categories. */
  readonly categories: readonly MenuCategory[]
}

/**
 * Reads settings.json, locations.json, home.json, menu/NN-<category>.json and, if it exists, farm.json under `folder`.
 * Checks that their pictures are in pictures/. The menu is in the order of the file names. Throws StartError with one
 * sentence about the first missing, malformed or inconsistent entry.
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

  const menu: MenuPart[] = []
  for (const file of await menuFiles(join(folder, 'menu'))) {
    const category = await readDataFile(file, menuCategory)
    checkPictures(file, category, isThere)
    if (basename(file).slice(3, -5) !== category.id) {
      throw new StartError(`${file}: id must be that of the file's name, got "${category.id}".`)
    }
    menu.push({ where: file, category })
  }
  for (const fault of menuFaults(menu)) throw new StartError(fault)
  for (const fault of lostLinks(menu, { where: homePath, ...home })) throw new StartError(fault)
  for (const fault of lostSides(menu, { where: join(folder, 'settings.json'), ...settings }))
    throw new StartError(fault)
  return { settings, locations, home, farm, categories: menu.map(({ category }) => category) }
}

async function pictureFiles(folder: string): Promise<(file: string) => boolean> {
  const files = new Set(await readdir(folder).catch(() => []))
  return (file) => files.has(file)
}

/** Throws StartError if a picture that a file's data names does not exist. */
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

function unique(where: string, kind: string, entries: readonly { readonly id: string }[]): void {
  const twice = repeated(entries)
  if (twice !== undefined) throw new StartError(`${where}: ${kind} "${twice}" is there twice.`)
}
