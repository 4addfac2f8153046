import type { CounterPlaced } from '#contract/order/counter.ts'
import * as Money from '#domain/money/money.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import type { Entry, QueuedCounterOrder } from './queue.ts'

type CounterEntry = Pick<Entry, 'id' | 'account'> & { readonly write: QueuedCounterOrder }

/**
 * Places an order that was entered offline, at the total that the customer was told. `store` saves the priced quote
 * before the order is placed, so that a retry places the same quote. Throws an ApiFailure if the total has changed or
 * the order is refused.
 */
export async function placeAtCounter(
  { id, account, write }: CounterEntry,
  store: (priced: QueuedCounterOrder) => Promise<void>,
): Promise<CounterPlaced> {
  const { request, payment, total } = write
  let { quoteId } = write
  if (quoteId === undefined) {
    const quote = await call('POST /api/desk/quotes', { body: { ...request, account, key: id } })
    if (quote.totalAmount !== total) {
      const detail = `It now costs ${Money.format(quote.totalAmount)}, and the customer was told ${Money.format(total)}.`
      throw new ApiFailure({ status: 409, code: 'order-moved-on', detail })
    }
    quoteId = quote.id
    await store({ ...write, quoteId })
  }
  return call('POST /api/desk/orders', { body: { quoteId, payment, account } })
}
