import { z } from 'zod'
import { highestPrice } from '#domain/money/money.ts'
import { mostLines } from '#domain/order/cart.ts'
import { count, dictionary, document, instant, list, naira, picture, requestKey, slug } from '../parts/fields.ts'

/** The background of a category's pictures. */
export const tile = z.enum(['ember', 'plantain', 'leaf', 'berry', 'sea'])
export type Tile = z.infer<typeof tile>

/** The effect of a choice on the price and the name of the dish: see `OptionRole` of the domain. */
export const optionRole = z.enum(['size', 'variant', 'topping', 'extra'])

const optionGroup = document({
  id: z.string(),
  label: z.string(),
  role: optionRole,
  min: count,
  max: count,
  limit: count,
  source: z.union([
    document({
      choices: list(
        document({ id: z.string(), name: z.string(), price: naira, available: z.exactOptional(z.boolean()) }),
      ),
    }),
    document({
      category: z.string(),
      priceAtMost: z.exactOptional(naira),
      only: z.exactOptional(list(z.string())),
      first: z.exactOptional(count),
    }),
  ]),
  pricing: z.union([z.enum(['own', 'free']), naira]),
  missing: z.exactOptional(z.string()),
  naming: z.exactOptional(z.string()),
  preset: z.exactOptional(z.string()),
})

/** The dishes that option groups offer as choices, by category id, in menu order. */
const menuSources = dictionary(
  list(
    document({
      id: z.string(),
      name: z.string(),
      price: naira,
      isAvailable: z.boolean(),
      backAt: z.exactOptional(instant),
      portionsAt: z.exactOptional(instant),
      version: z.int(),
    }),
  ),
)
export type MenuSources = z.infer<typeof menuSources>

/** Lagos times of day, '16:00'. The range crosses midnight if `until` is earlier than `from`. */
const hours = document({ from: z.string(), until: z.string() })

const category = {
  id: z.string(),
  title: z.string(),
  short: z.exactOptional(z.string()),
  hours: z.exactOptional(hours),
  tile,
  picture: picture.nullable(),
}

export const categorySummary = document(category)
export type CategorySummary = z.infer<typeof categorySummary>

const look = { picture: picture.nullable(), tile }
export const looks = dictionary(document(look))
export type Looks = z.infer<typeof looks>

const menuItem = document({
  id: z.string(),
  category: z.string(),
  name: z.string(),
  description: z.string(),
  price: naira,
  isAvailable: z.boolean(),
  /** The time at which a sold-out dish becomes available again automatically. */
  backAt: z.exactOptional(instant),
  /** The time from which a dish sold out by its count can be ordered for later. */
  portionsAt: z.exactOptional(instant),
  takesNote: z.boolean(),
  groups: list(optionGroup),
  ...look,
  bestseller: z.boolean(),
  /** Spiciness: 0 none, 1 mild, 2 hot, 3 very hot. */
  heat: count,
  diet: list(z.string()),
  /**
   * The served hours of the dish's category and of the dish itself; the dish is served when all of them apply. Missing
   * if there are none.
   */
  served: z.exactOptional(list(list(hours))),
  version: z.int(),
  /** The toast after adding: 'Half Chicken added to cart!' */
  added: z.string(),
  /** FRAME-3: soups and fish show the toast for 2000 ms instead of 3000. */
  shortToast: z.boolean(),
}).describe(
  'The imageUrl of the specification is /media/{picture.name}-480.webp; a picture has other widths and AVIF too. Sizes, variants, toppings, ingredients and sides are groups, each with a role. Beyond it: when a sold-out dish comes back, heat and diet, how the menu shows the dish, and version, which grows with every change.',
)
export type MenuItem = z.infer<typeof menuItem>

/** `GET /api/menu/{category}`: a page of the menu. */
export const categoryPage = document({
  category: document({
    ...category,
    /** A line that scrolls above the dishes, and its link. */
    banner: document({ text: z.string(), link: z.string() }).nullable(),
  }),
  items: list(menuItem),
  sources: menuSources,
})
export type CategoryPage = z.infer<typeof categoryPage>

/** `GET /api/menu-items?ids=a,b`: the current dishes of a cart. Removed dishes are left out. */
export const menuItemsQuery = z.strictObject({
  ids: z
    .string()
    .transform((ids) => ids.split(',').filter(Boolean))
    .pipe(z.array(slug).max(mostLines, `Ask for ${mostLines} dishes at most.`)),
})

const dishes = { items: list(menuItem), sources: menuSources }

/** The response of `GET /api/menu-items` and of `GET /api/bestsellers`. */
export const menuItems = document(dishes)
export type MenuItems = z.infer<typeof menuItems>

/** `GET /api/menu`: every dish of every page, for search in the browser. */
export const wholeMenu = document({
  ...dishes,
  /**
   * The titles and other names of every category, by id, including categories that only offer choices, such as sauces.
   */
  called: dictionary(list(z.string())),
})
export type WholeMenu = z.infer<typeof wholeMenu>

export const categoryParams = z.strictObject({ category: slug })

/**
 * `PATCH /api/menu-items/{id}` by staff; only the owner sets prices. A dish is switched off indefinitely or `until` the
 * restaurant's next day, or switched on with a number of `portions` and sold out after the last.
 */
export const itemParams = z.strictObject({ id: slug })
export const itemChange = z
  .strictObject({
    isAvailable: z.boolean().optional(),
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
    key: requestKey,
  })
  .refine(
    ({ isAvailable, price, portions }) => isAvailable !== undefined || price !== undefined || portions !== undefined,
    'Say what is to change.',
  )
  .refine(({ isAvailable, until }) => until === undefined || isAvailable === false, {
    path: ['until'],
    error: 'Only a dish that is off can come back by itself.',
  })
  .refine(({ isAvailable, portions }) => portions === undefined || isAvailable !== false, {
    path: ['portions'],
    error: 'A dish that is off has no portions to count.',
  })
export type ItemChange = z.infer<typeof itemChange>

/** The response to `PATCH /api/menu-items/{id}`, and the document of the live event `item.changed`. */
export const itemChanged = document({
  id: z.string(),
  category: z.string(),
  name: z.string(),
  price: naira,
  isAvailable: z.boolean(),
  backAt: z.exactOptional(instant),
  portionsAt: z.exactOptional(instant),
  version: z.int(),
})
export type ItemChanged = z.infer<typeof itemChanged>

const dishLimit = document({
  id: z.string(),
  backAt: instant.nullable(),
  /** Portions not yet ordered; at 0 the dish is sold out. */
  portionsLeft: z.int().nullable(),
  /**
   * Portions held by unpaid quotes. Exceeds `portionsLeft` if staff have counted fewer portions since the quotes were
   * made.
   */
  beingPaidFor: count,
})
export type DishLimit = z.infer<typeof dishLimit>

/**
 * `GET /api/desk/dish-limits`: all dishes with a limit. `tomorrow` is the return time of a dish switched off until the
 * next day.
 */
export const dishLimits = document({ limits: list(dishLimit), tomorrow: instant })
export type DishLimits = z.infer<typeof dishLimits>

/** `GET /api/locations`: see `Location` of the domain. */
export const locationList = list(
  document({
    id: z.string(),
    name: z.string(),
    fee: naira,
    minimum: z.exactOptional(naira),
    freeAbove: z.exactOptional(naira),
    drivingMinutes: z.exactOptional(count),
  }).describe(
    'Beside id, name and fee of the specification: minimum is the least sum of the dishes that is delivered there, freeAbove the one from which on there is no fee, and drivingMinutes the way from the kitchen to a door.',
  ),
)
export type LocationList = z.infer<typeof locationList>
