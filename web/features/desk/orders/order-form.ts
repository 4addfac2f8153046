import type { Order } from '#contract/orders.ts'
import { ApiFailure, sentence } from '#web/api/client.ts'
import { useFields } from '#web/ui/forms/fields.ts'
import type { Errors } from '#web/ui/forms/form.tsx'
import { said, useOrderActions } from './order-actions.ts'

type Desk<Fields, Body> = {
  /** Records it; the answer is the order after it. */
  readonly record: (body: Body) => Promise<Order>
  readonly order: Order
  readonly onDone: () => void
  readonly first: Fields
  /** What is said when there was no answer. */
  readonly unanswered?: string
}

/**
 * A form about one order: its fields, what is wrong with them, and how it is sent. Where another tablet was faster it
 * closes and says what the order has become.
 */
export function useDeskForm<Fields extends Record<string, string>, Body>({
  record,
  order,
  onDone,
  first,
  unanswered = 'The restaurant did not answer. Please check the network and try again.',
}: Desk<Fields, Body>) {
  const { keep, refused } = useOrderActions()
  const { show, showFailure, setBusy, field, ...form } = useFields(first)
  return {
    ...form,
    field: (name: keyof Fields & string) => ({ ...field(name), required: true }),
    async send(wrong: Errors, body: Body, done: (after: Order) => string): Promise<void> {
      if (form.busy || show(wrong)) return
      setBusy(true)
      try {
        const after = await record(body)
        keep(after)
        onDone()
        said(done(after))
      } catch (error) {
        setBusy(false)
        if (error instanceof ApiFailure && error.problem.code === 'order-moved-on') {
          onDone()
          await refused(error, order)
        } else {
          showFailure(error, sentence(error, unanswered))
        }
      }
    },
  }
}
