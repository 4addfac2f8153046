import type { DeskOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { ApiFailure } from '#web/data/api/client.ts'
import { type Errors, useFields } from '#web/ui/forms/form.tsx'
import { toastFinal, toastUndoable, useOrderActions } from './order-actions.ts'

type Desk<Fields, Body, After> = {
  readonly record: (body: Body) => Promise<After>
  readonly order: DeskOrder
  readonly onDone: () => void
  readonly initial: Fields
  /** Undoes the change. If undefined, the form offers no Undo. */
  readonly undo?: (after: After, body: Body) => Promise<DeskOrder>
  /** True if the form confirms a payment. Undo is then offered only while the order waits for the kitchen. */
  readonly confirms?: true
  readonly unanswered?: string
}

/**
 * Returns the state of a form about one order: fields, errors, and a function that sends it. If another tablet has
 * changed the order, the form closes and the refusal is shown.
 */
export function useDeskForm<Fields extends Record<string, string>, Body, After extends DeskOrder>({
  record,
  order,
  onDone,
  initial,
  undo,
  confirms,
  unanswered,
}: Desk<Fields, Body, After>) {
  const { apply, showRefusal, toastConfirmed } = useOrderActions()
  const { send, field, ...form } = useFields(initial)

  async function takeBack(after: After, body: Body): Promise<void> {
    try {
      if (undo) apply(await undo(after, body))
      toastFinal(`${orderCode(order.orderId)}: undone.`)
    } catch (error) {
      await showRefusal(error, after)
    }
  }

  return {
    ...form,
    field: (name: keyof Fields & string) => ({ ...field(name), required: true }),
    send: (wrong: Errors, body: Body, done: (after: After) => string) =>
      send(
        wrong,
        async () => {
          try {
            const after = await record(body)
            apply(after)
            onDone()
            if (undo) toastUndoable(done(after), () => void takeBack(after, body))
            else if (confirms) toastConfirmed(done(after), after)
            else toastFinal(done(after))
          } catch (error) {
            if (!(error instanceof ApiFailure && error.problem.code === 'order-moved-on')) throw error
            onDone()
            await showRefusal(error, order)
          }
        },
        unanswered,
      ),
  }
}
