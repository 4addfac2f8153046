import { orderParams, paymentConfirmation } from '#contract/orders.ts'
import { actions } from '#domain/order.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { confirmPayment } from './confirm.ts'

export function paymentRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/orders/:id/payment-confirmation',
      by: actions['confirm-payment'].by,
      params: orderParams,
      body: paymentConfirmation,
      handle: ({ user, params, body }) => confirmPayment(database, params.id, user, body),
    }),
  ]
}
