import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import { bind, type Handlers } from '../http/route.ts'
import { readText } from '../http/serve.ts'
import type { Log } from '../process/log.ts'
import { confirmPayment } from './confirm.ts'
import { receiveNotice } from './notices.ts'
import type { Provider } from './provider.ts'
import { recordRefund } from './refund.ts'
import { matchStatement } from './statement-matches.ts'
import { takePaymentLater } from './till-payment.ts'
import { undoConfirmation } from './undo.ts'

type Deps = { readonly database: Database; readonly provider?: Provider | undefined; readonly log: Log }

export function paymentRoutes({ database, provider, log }: Deps) {
  return {
    'POST /api/payments/paystack-events': async ({ context, headers }) => {
      if (!provider) throw refuse('not-found', 'There is nothing here.')
      await receiveNotice(database, provider, log, await readText(context.req.raw), headers)
      return { received: true }
    },
    'GET /api/desk/accounts': async () => ({
      accounts: BankAccounts.receiving(await readSettings(database.orm), Date.now()),
    }),
    ...bind(database, {
      'POST /api/desk/statement-matches': matchStatement,
      'POST /api/orders/:id/confirm-payment': confirmPayment,
      'POST /api/orders/:id/undo-confirmation': undoConfirmation,
      'POST /api/orders/:id/till-payment': takePaymentLater,
      'POST /api/orders/:id/refund': recordRefund,
    }),
  } satisfies Partial<Handlers>
}
