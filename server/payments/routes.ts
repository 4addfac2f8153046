import { laterTillPayment, orderParams, paymentConfirmation, refund } from '#contract/orders.ts'
import type { AccountList } from '#contract/quotes.ts'
import { statementMatchRequest } from '#contract/statement.ts'
import { actions } from '#domain/order-actions.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/settings.ts'
import { type Route, route } from '../http/route.ts'
import { readText } from '../http/serve.ts'
import type { Log } from '../process/log.ts'
import { receiveNotice } from './charges.ts'
import { confirmPayment } from './confirm.ts'
import type { Provider } from './provider.ts'
import { recordRefund } from './refund.ts'
import { claimAgain, reportMissing } from './review.ts'
import { matchStatement } from './statement.ts'
import { takePaymentLater } from './till.ts'

type Deps = { readonly database: Database; readonly provider?: Provider | undefined; readonly log: Log }

export function paymentRoutes({ database, provider, log }: Deps): Route[] {
  return [
    ...(provider ? [notices(database, provider, log)] : []),
    route({
      method: 'GET',
      path: '/api/desk/accounts',
      by: policy.desk,
      handle: async (): Promise<AccountList> => ({ accounts: (await readSettings(database.orm)).accounts }),
    }),
    route({
      method: 'POST',
      path: '/api/desk/statement-matches',
      by: policy.till,
      body: statementMatchRequest,
      handle: ({ body }) => matchStatement(database.orm, body),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/payment-confirmation',
      by: actions['confirm-payment'].by,
      params: orderParams,
      body: paymentConfirmation,
      handle: ({ user, params, body }) => confirmPayment(database, params.id, user, body),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/till-payment',
      by: actions['confirm-payment'].by,
      params: orderParams,
      body: laterTillPayment,
      handle: ({ user, params, body }) => takePaymentLater(database, params.id, user, body),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/missing-transfer',
      by: actions['report-missing'].by,
      params: orderParams,
      handle: ({ user, params }) => reportMissing(database, params.id, user),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/claim',
      by: actions['claim-again'].by,
      params: orderParams,
      handle: ({ user, params }) => claimAgain(database, params.id, user),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/refund',
      by: actions.refund.by,
      params: orderParams,
      body: refund,
      handle: ({ user, params, body }) => recordRefund(database, params.id, user, body),
    }),
  ]
}

/** Where the provider tells of money. Its signature is over the bytes, so they are read as they come. */
function notices(database: Database, provider: Provider, log: Log): Route {
  return route({
    method: 'POST',
    path: `/api/payments/${provider.name}-events`,
    by: 'anyone',
    handle: async ({ context, headers }) => {
      await receiveNotice(database, provider, log, await readText(context.req.raw), headers)
      return { received: true }
    },
  })
}
