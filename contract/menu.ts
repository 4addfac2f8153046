import { z } from 'zod'
import type { Item, SourceItem } from '#domain/menu.ts'
import { highestPrice, type Naira } from '#domain/money.ts'
import { slug } from './fields.ts'
import type { Picture } from './picture.ts'

/** The ground that a category's pictures stand on. */
export type Tile = 'ember' | 'plantain' | 'leaf' | 'berry' | 'sea'

/** The dishes that groups draw their choices from, by category id, in menu order. */
export type MenuSources = Readonly<Record<string, readonly (SourceItem & { readonly version: number })[]>>

export type CategorySummary = {
  readonly id: string
  readonly title: string
  readonly tile: Tile
  readonly picture: Picture | null
}

export type MenuItem = Item & {
  readonly picture: Picture | null
  readonly tile: Tile
  readonly bestseller: boolean
  /** 0 none, 1 mild, 2 hot, 3 very hot. */
  readonly heat: number
  readonly diet: readonly string[]
  readonly version: number
  /** The toast after adding: 'Half Chicken added to cart!' */
  readonly added: string
  /** FRAME-3: soups and fish say it for 2000 ms instead of 3000. */
  readonly shortToast: boolean
}

/** `GET /api/menu/{category}`: a page of the menu. */
export type CategoryPage = {
  readonly category: CategorySummary & {
    /** A line that runs above the dishes, and where it leads. */
    readonly banner: { readonly text: string; readonly link: string } | null
  }
  readonly items: readonly MenuItem[]
  readonly sources: MenuSources
}

/** `GET /api/menu-items?ids=a,b`: the dishes of a cart, as they stand today. Dishes that are gone are left out. */
export const menuItemsQuery = z.strictObject({
  ids: z
    .string()
    .transform((ids) => ids.split(',').filter(Boolean))
    .pipe(z.array(slug).max(60, 'Ask for 60 dishes at most.')),
})
/** Also the answer of `GET /api/bestsellers`. */
export type MenuItems = { readonly items: readonly MenuItem[]; readonly sources: MenuSources }

/** `GET /api/menu`: every dish of every page, for search. 17 kB compressed, once, whatever is typed. */
export type WholeMenu = MenuItems & {
  /** What people call the categories, by id: the title, and other names. */
  readonly called: Readonly<Record<string, readonly string[]>>
}

export const categoryParams = z.strictObject({ category: slug })

/**
 * `PATCH /api/menu-items/{id}` by staff; the price by the owner alone. Off until somebody puts it back, or `until` the restaurant
 * begins its next day; or on with so many `portions`, the last of which takes it off.
 */
export const itemParams = z.strictObject({ id: slug })
export const itemChange = z
  .strictObject({
    available: z.boolean().optional(),
    until: z.literal('opening').optional(),
    portions: z
      .int('Please enter a whole number.')
      .min(1, 'Enter one portion or more, or take the dish off.')
      .max(999, 'Keep it under 1,000 portions, or put the dish on without counting.')
      .optional(),
    price: z
      .int('Please enter whole naira.')
      .min(0, 'A price cannot be below zero.')
      .max(highestPrice, 'This price is too high.')
      .optional(),
  })
  .refine(
    ({ available, price, portions }) => available !== undefined || price !== undefined || portions !== undefined,
    'Say what is to change.',
  )
  .refine(({ available, until }) => until === undefined || available === false, {
    path: ['until'],
    error: 'Only what is off comes back.',
  })
  .refine(({ available, portions }) => portions === undefined || available !== false, {
    path: ['portions'],
    error: 'What is off has no portions to count.',
  })
export type ItemChange = z.infer<typeof itemChange>

/** The answer, and the document of the live event `item.changed`. */
export type ItemChanged = {
  readonly id: string
  readonly category: string
  readonly name: string
  readonly price: Naira
  readonly available: boolean
  readonly version: number
}

/** What the kitchen has said of a dish besides on and off. */
export type DishLimit = {
  readonly id: string
  /** ISO 8601: when it comes back by itself. */
  readonly backAt: string | null
  /** What is not yet ordered; at 0 it is sold out. */
  readonly portionsLeft: number | null
  /** Portions that are kept for customers on their way to a bank. More than are left where fewer were counted since. */
  readonly beingPaidFor: number
}

/** `GET /api/desk/dish-limits`: of all dishes that have one. */
export type DishLimits = { readonly limits: readonly DishLimit[] }

/** `GET /api/locations`. */
export type LocationList = readonly { readonly id: string; readonly name: string; readonly fee: Naira }[]
