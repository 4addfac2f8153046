import { z } from 'zod'
import type { OptionGroup, OptionSource } from '#domain/menu/menu.ts'
import { dietMarks } from '#domain/menu/menu-csv.ts'
import { highestQuantity } from '#domain/menu/pricing.ts'
import * as Money from '#domain/money/money.ts'
import { clock, count, document, instant, line, list, sitePath, slugOf, visible } from '../parts/fields.ts'
import { spans } from '../parts/hours.ts'
import { focus, photoId } from '../parts/photos.ts'
import { optionRole, tile } from './menu.ts'

// The menu as its owner edits it, in the files of a restaurant's folder or in the office. Unknown keys are refused:
// otherwise a mistyped 'avialable' would put an unavailable dish on sale.

export const id = slugOf('must be lowercase letters, digits and single dashes')
/** One line of text, for cards and tickets. */
const text = z
  .string()
  .overwrite(visible)
  .trim()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line of plain text')
const notNaira = `must be whole naira, ${Money.format(Money.highestPrice)} at most`
export const price = z
  .number(notNaira)
  .refine((value) => Money.isNaira(value) && value <= Money.highestPrice, notNaira) as unknown as z.ZodType<
  Money.Naira,
  Money.Naira
>
const portions = z.int().min(1).max(highestQuantity)
/**
 * A file of `pictures/` of any size and shape; pages show the largest 4:3 part around `focus`. The demo names its files
 * by subject: `grilled-croaker` (the id of a dish, which has one picture for all sizes), `category-grills`,
 * `slide-suya`, `hero`, `farm-hero`, `farm-big-rams` (a feature's or photo's id) and `farm-video-offer`.
 */
export const pictureFile = z.strictObject({
  file: z.string().regex(/^[\w-]+\.(avif|webp|jpe?g|png)$/i, 'must name a file of pictures/ such as "fish-roll.avif"'),
  /** Describes the picture, if the words beside the picture do not. */
  alt: text.exactOptional(),
  /** Fractions of width and height from the top left. Defaults to the center. */
  focus: focus.exactOptional(),
})
export const namedPicture = pictureFile
  .extend({ file: pictureFile.shape.file.exactOptional(), photo: photoId.exactOptional() })
  .refine(({ file, photo }) => (file === undefined) !== (photo === undefined), 'must name either a file or a photo')
export const timeOfDay = clock('must be a time such as "06:00"')

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
  .refine(
    ({ choices, category, ...narrowed }) =>
      choices ? category === undefined && Object.keys(narrowed).length === 0 : category !== undefined,
    'must have either choices of its own or a category to draw from',
  ) as unknown as z.ZodType<OptionSource, OptionSource>

const group = z
  .strictObject({
    id,
    label: text,
    role: optionRole,
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
  // A dish has one size. A size or variant becomes part of the dish's name, and '2 x Large' would be no name.
  .refine(({ role, max }) => role !== 'size' || max === 1, { path: ['max'], error: 'must be 1 for a size' })
  .refine(({ role, limit }) => (role !== 'size' && role !== 'variant') || limit === 1, {
    path: ['limit'],
    error: 'must be 1 for a size or variant',
  }) satisfies z.ZodType<OptionGroup>

const wholeMinutes = (most: number) =>
  z.int('must be whole minutes').min(1, 'must be a minute or more').max(most, `must be ${most} minutes or fewer`)

/** The served hours of a category or a dish; missing if the category or the dish is served at any time. */
const served = spans.min(1, 'must have hours, or be left out').exactOptional()

const item = z.strictObject({
  id,
  name: text,
  description: text.or(z.literal('')),
  price,
  available: z.boolean(),
  takesNote: z.boolean(),
  bestseller: z.boolean().exactOptional(),
  /** Spiciness: 0 none, 1 mild, 2 hot, 3 very hot. */
  heat: z.literal([0, 1, 2, 3]).exactOptional(),
  diet: z.array(z.enum(dietMarks)).exactOptional(),
  served,
  /** The kitchen's work for a portion in minutes, counted against the capacity of a quarter-hour. */
  work: wholeMinutes(240).exactOptional(),
  /** The notice in minutes that the kitchen needs before a portion can be ready. */
  notice: wholeMinutes(14 * 24 * 60).exactOptional(),
  /** A task before the kitchen starts an order for later ('Thaw'), and how many minutes before the start it is due. */
  prep: z.strictObject({ task: text, ahead: wholeMinutes(3 * 24 * 60) }).exactOptional(),
  /** Ids of the category's groups, in the order in which they are shown. */
  groups: z.array(id),
  picture: namedPicture.exactOptional(),
})

/**
 * A category of the menu with its dishes: a file of `menu/` in a restaurant's folder, and the document that owners
 * edit.
 */
export const menuCategory = z.strictObject({
  id,
  title: text,
  tile,
  /** A shorter title for narrow layouts: 'Soups'. */
  short: text.exactOptional(),
  /** The hours, in Lagos, in which the category leads the menu; past midnight if `until` is earlier than `from`. */
  hours: z.strictObject({ from: timeOfDay, until: timeOfDay }).exactOptional(),
  served,
  /** False for a category that has no page and only offers choices of dishes, such as sauces. */
  listed: z.boolean(),
  availableFirst: z.boolean(),
  banner: text.exactOptional(),
  bannerLink: sitePath('must be a path of this site, such as "/menu/starters"').exactOptional(),
  /** The toast after a dish is added to the cart. {item} is the dish's name. */
  added: text,
  /** True if the toast `added` is shown for a shorter time. */
  shortToast: z.boolean(),
  /** Other names of this category for search, in lower case. */
  synonyms: z.array(text.refine((name) => name === name.toLowerCase(), 'must be in lowercase letters')).exactOptional(),
  picture: namedPicture.exactOptional(),
  groups: z.array(group).max(100),
  items: z.array(item).min(1).max(1000),
})
export type MenuCategory = z.output<typeof menuCategory>

/** `GET /api/office/menu`: the published menu and its version number. */
export const publishedMenu = document({ version: count, categories: list(menuCategory) })
export type PublishedMenu = z.infer<typeof publishedMenu>

const sentCategories = z.array(z.unknown()).max(100, 'A menu has 100 categories at most.')

/** `POST /api/office/menu-checks`: validates a menu as a publication would. */
export const menuCheck = z.strictObject({ categories: sentCategories })

/**
 * `PUT /api/office/menu`: publishes a new version based on version `basedOn`, either with `categories` or by restoring
 * an earlier version. The server validates the categories with `menuCategory` and reports errors by dish and field.
 */
export const menuPublication = z
  .strictObject({
    basedOn: count,
    note: line(200).optional(),
    categories: sentCategories.optional(),
    restores: count.optional(),
  })
  .refine(({ categories, restores }) => (categories === undefined) !== (restores === undefined), {
    error: 'Send either categories or the version to restore.',
  })
export type MenuPublication = z.infer<typeof menuPublication>

/** `GET /api/office/menu-draft`: the unpublished draft of the restaurant's menu, as last saved. */
export const savedMenuDraft = document({
  draft: document({
    /** The version that the draft changes. */
    basedOn: count,
    revision: count,
    savedBy: z.string(),
    savedAt: instant,
    /** The categories as typed so far; they may still be invalid. */
    categories: list(z.unknown()),
  }).nullable(),
})
export type SavedMenuDraft = z.infer<typeof savedMenuDraft>

/**
 * `PUT /api/office/menu-draft`: replaces the draft, unless it has another revision than `revision` by now; 0 stands for
 * no draft.
 */
export const menuDraftSave = z.strictObject({ basedOn: count, revision: count, categories: sentCategories })

export const draftRevision = document({ revision: count })

/** `GET /api/office/menu-versions/:id`: a version that was published earlier. */
export const versionParams = z.strictObject({ id: z.coerce.number<string>().int().min(1) })

/** `GET /api/office/menu-versions`: the latest versions, newest first. */
export const menuVersions = document({
  versions: list(
    document({
      version: count,
      at: instant,
      /** The publisher's name; null for the initial menu. */
      by: z.string().nullable(),
      note: z.string(),
    }),
  ),
})
export type MenuVersions = z.infer<typeof menuVersions>
