import { type MouseEvent, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { followFocus } from '#web/desk/orders/card-focus.ts'
import {
  type NextAction,
  nextActions,
  type Press,
  type TakeBack,
  useOrderActions,
} from '#web/desk/orders/order-actions.ts'

/** One press on an action: which one is being sent, and the focus afterwards. */
export function useActionPress(order: DeskOrder) {
  const { perform, undoConfirmations } = useOrderActions()
  const [busy, setBusy] = useState<Press | TakeBack>()

  async function press(action: Press | TakeBack): Promise<void> {
    setBusy(action)
    if (action === 'undo-confirmation') await undoConfirmations([order])
    else await perform(action, order)
    setBusy(undefined)
    followFocus(order)
  }

  return {
    busy,
    press,
    /**
     * The props of the button of a next action. What follows an action stands in its place at once, and nobody has read it yet:
     * neither the second press of a double click nor one before the answer is for it.
     */
    next: (action: NextAction) => ({
      busy: nextActions.some((next) => next === busy),
      onClick: ({ detail }: MouseEvent) => {
        if (detail < 2) void press(action)
      },
    }),
  }
}
