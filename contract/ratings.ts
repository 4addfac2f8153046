import { z } from 'zod'
import { longestComment, words } from '#domain/order/rating.ts'
import { order } from './order/orders.ts'
import { count, document, instant, line, list } from './parts/fields.ts'
import { user } from './session.ts'

const mostStars = words.length
const chooseStars = `Choose from 1 to ${mostStars} stars.`

/** `PUT /api/orders/{id}/rating`, by the customer of a completed order. */
export const rate = z.strictObject({
  stars: z.int(chooseStars).min(1, chooseStars).max(mostStars, chooseStars),
  comment: line(longestComment).default(''),
  /** The restaurant may show it with the first name. Off can be said at any time, also when the rest stands. */
  mayShow: z.boolean().default(false),
})
export type Rate = z.infer<typeof rate>

const fields = {
  orderId: z.string(),
  /** 1 to 5. */
  stars: z.int().min(1).max(mostStars),
  /** '' where there is none. */
  comment: z.string(),
  ratedAt: instant,
  mayShow: z.boolean(),
  /** After that it stays as it is. */
  until: instant,
}

export const rating = document(fields)
export type Rating = z.infer<typeof rating>

/** `GET /api/ratings`: the customer's own. */
export const ratingList = document({ ratings: list(rating) })
export type RatingList = z.infer<typeof ratingList>

/** `GET /api/account/export`: all that is kept about a customer, for the customer. */
export const accountExport = document({
  at: instant,
  account: user,
  orders: list(order),
  ratings: list(rating),
  /** What staff noted for each other. */
  notes: list(document({ note: z.string(), at: instant })),
})
export type AccountExport = z.infer<typeof accountExport>

/** `GET /api/desk/ratings`, for the owner: of the last 30 days, the newest first. */
export const ratingsAtDesk = document({
  count,
  /** To one decimal; null where there is none. */
  average: z.number().nullable(),
  ratings: list(document({ ...fields, customerName: z.string(), dishes: z.string() })),
})
export type RatingsAtDesk = z.infer<typeof ratingsAtDesk>
