import type { QueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import type { Rate } from '#contract/ratings.ts'
import { call } from '#web/data/api/client.ts'
import { setAnswer } from '#web/data/api/query.ts'

/** Sends the rating of an order, which replaces an earlier rating of the same order. */
export async function giveRating(client: QueryClient, order: Order, body: Rate): Promise<void> {
  const rating = await call('PUT /api/orders/:id/rating', { params: { id: order.orderId }, body })
  setAnswer(client, 'GET /api/ratings', ({ ratings }) => ({
    ratings: [rating, ...ratings.filter(({ orderId }) => orderId !== order.orderId)],
  }))
}
