import { z } from 'zod'
import { longestComment } from '#domain/rating.ts'
import { line } from './fields.ts'

/** `PUT /api/orders/{id}/rating`, by the customer of a completed order. */
export const rate = z.strictObject({
  stars: z.int('Choose from 1 to 5 stars.').min(1, 'Choose from 1 to 5 stars.').max(5, 'Choose from 1 to 5 stars.'),
  comment: line(longestComment).default(''),
})
export type Rate = z.infer<typeof rate>

export type Rating = {
  readonly orderId: string
  /** 1 to 5. */
  readonly stars: number
  /** '' where there is none. */
  readonly comment: string
  /** ISO 8601, both. After `until` it stays as it is. */
  readonly ratedAt: string
  readonly until: string
}

/** `GET /api/ratings`: the customer's own. */
export type RatingList = { readonly ratings: readonly Rating[] }

/** `GET /api/desk/ratings`, for the owner: of the last 30 days, the newest first. */
export type RatingsAtDesk = {
  readonly count: number
  /** To one decimal; null where there is none. */
  readonly average: number | null
  readonly ratings: readonly (Rating & { readonly customerName: string; readonly dishes: string })[]
}
