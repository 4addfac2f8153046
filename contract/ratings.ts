import { z } from 'zod'
import { longestComment, words } from '#domain/order/rating.ts'
import { exportedMessages, exportedReplies } from './messages.ts'
import { order } from './order/orders.ts'
import { count, document, instant, line, list } from './parts/fields.ts'
import { user } from './session.ts'

const mostStars = words.length
const chooseStars = `Choose from 1 to ${mostStars} stars.`

/** `PUT /api/orders/{id}/rating`, by the customer of a completed order. */
export const rate = z.strictObject({
  stars: z.int(chooseStars).min(1, chooseStars).max(mostStars, chooseStars),
  comment: line(longestComment).default(''),
  /**
   * Allows the restaurant to show the rating with the first name. The customer can withdraw this permission at any
   * time, even after the rating has become final.
   */
  mayShow: z.boolean().default(false),
})
export type Rate = z.infer<typeof rate>

const fields = {
  orderId: z.string(),
  stars: z.int().min(1).max(mostStars),
  comment: z.string(),
  ratedAt: instant,
  mayShow: z.boolean(),
  /** The time until which the rating can be edited. */
  until: instant,
}

export const rating = document(fields)
export type Rating = z.infer<typeof rating>

/** `GET /api/ratings`: the customer's own ratings. */
export const ratingList = document({ ratings: list(rating) })
export type RatingList = z.infer<typeof ratingList>

/** `GET /api/account/export`: all stored data about a customer, for that customer. */
export const accountExport = document({
  at: instant,
  account: user,
  orders: list(order),
  ratings: list(rating),
  notes: list(document({ note: z.string(), at: instant })),
  messages: exportedMessages,
  replies: exportedReplies,
})
export type AccountExport = z.infer<typeof accountExport>

/** `GET /api/desk/ratings`, for the owner: the ratings of the last 30 days, newest first. */
export const ratingsAtDesk = document({
  count,
  /** Rounded to one decimal; null without ratings. */
  average: z.number().nullable(),
  ratings: list(document({ ...fields, customerName: z.string(), dishes: z.string() })),
})
export type RatingsAtDesk = z.infer<typeof ratingsAtDesk>
