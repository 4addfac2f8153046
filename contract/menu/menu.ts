import { z } from 'zod'
import { highestPrice } from '#domain/money/money.ts'
import { mostLines } from '#domain/order/cart.ts'
import { count, dictionary, document, instant, list, naira, picture, requestKey, slug } from '../parts/fields.ts'

/** The ground that a category's pictures stand on. */
export const tile = z.enum(['ember', 'plantain', 'leaf', 'berry', 'sea'])
export type Tile = z.infer<typeof tile>

/** How a choice enters the price and the name of the dish: see `OptionRole` of the domain. */
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

/** The dishes that groups draw their choices from, by category id, in menu order. */
const menuSources = dictionary(
  list(document({ id: z.string(), name: z.string(), price: naira, available: z.boolean(), version: z.int() })),
)
export type MenuSources = z.infer<typeof menuSources>

/** Lagos times of day, '16:00'. A category whose hours end before they begin leads over midnight. */
const hours = document({ from: z.string(), until: z.string() })

const category = {
  id: z.string(),
  title: z.string(),
  /** A shorter title for narrow places. */
  short: z.exactOptional(z.string()),
  /** When it leads the menu. */
  hours: z.exactOptional(hours),
  tile,
  picture: picture.nullable(),
}

export const categorySummary = document(category)
export type CategorySummary = z.infer<typeof categorySummary>

/** How the menu shows a dish. */
const look = { picture: picture.nullable(), tile }
export const looks = dictionary(document(look))
export type Looks = z.infer<typeof looks>

const menuItem = document({
  id: z.string(),
  category: z.string(),
  name: z.string(),
  description: z.string(),
  price: naira,
  available: z.boolean(),
  /** When a sold-out dish comes back by itself. */
  backAt: z.exactOptional(instant),
  takesNote: z.boolean(),
  groups: list(optionGroup),
  ...look,
  bestseller: z.boolean(),
  /** 0 none, 1 mild, 2 hot, 3 very hot. */
  heat: count,
  diet: list(z.string()),
  /** The hours of its category and its own: it is served in those that are in all of them. Left out where there are none. */
  served: z.exactOptional(list(list(hours))),
  version: z.int(),
  /** The toast after adding: 'Half Chicken added to cart!' */
  added: z.string(),
  /** FRAME-3: soups and fish say it for 2000 ms instead of 3000. */
  shortToast: z.boolean(),
})
export type MenuItem = z.infer<typeof menuItem>

/** `GET /api/menu/{category}`: a page of the menu. */
export const categoryPage = document({
  category: document({
    ...category,
    /** A line that runs above the dishes, and where it leads. */
    banner: document({ text: z.string(), link: z.string() }).nullable(),
  }),
  items: list(menuItem),
  sources: menuSources,
})
export type CategoryPage = z.infer<typeof categoryPage>

/** `GET /api/menu-items?ids=a,b`: the dishes of a cart, as they stand today. Dishes that are gone are left out. */
export const menuItemsQuery = z.strictObject({
  ids: z
    .string()
    .transform((ids) => ids.split(',').filter(Boolean))
    .pipe(z.array(slug).max(mostLines, `Ask for ${mostLines} dishes at most.`)),
})

const dishes = { items: list(menuItem), sources: menuSources }

/** Also the answer of `GET /api/bestsellers`. */
export const menuItems = document(dishes)
export type MenuItems = z.infer<typeof menuItems>

/** `GET /api/menu`: every dish of every page, for search. 17 kB compressed, once, whatever is typed. */
export const wholeMenu = document({
  ...dishes,
  /** What people call the categories, of dishes and of what comes with them, by id: the title, and other names. */
  called: dictionary(list(z.string())),
})
export type WholeMenu = z.infer<typeof wholeMenu>

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
    key: requestKey,
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
export const itemChanged = document({
  id: z.string(),
  category: z.string(),
  name: z.string(),
  price: naira,
  available: z.boolean(),
  backAt: z.exactOptional(instant),
  version: z.int(),
})
export type ItemChanged = z.infer<typeof itemChanged>

/** What the kitchen has said of a dish besides on and off. */
const dishLimit = document({
  id: z.string(),
  /** When it comes back by itself. */
  backAt: instant.nullable(),
  /** What is not yet ordered; at 0 it is sold out. */
  portionsLeft: z.int().nullable(),
  /** Portions that are kept for customers on their way to a bank. More than are left where fewer were counted since. */
  beingPaidFor: count,
})
export type DishLimit = z.infer<typeof dishLimit>

/** `GET /api/desk/dish-limits`: of all dishes that have one. `tomorrow`: when one that is taken off till then comes back. */
export const dishLimits = document({ limits: list(dishLimit), tomorrow: instant })
export type DishLimits = z.infer<typeof dishLimits>

/** `GET /api/locations`: `Location` of the domain. */
export const locationList = list(
  document({
    id: z.string(),
    name: z.string(),
    fee: naira,
    minimum: z.exactOptional(naira),
    freeAbove: z.exactOptional(naira),
  }),
)
export type LocationList = z.infer<typeof locationList>
