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

/** Returns the running action, and functions that run an action of the order and then focus the order. */
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
     * Returns the props of a next action's button. Ignores double clicks and presses before the answer, because the
     * next action replaces this button.
     */
    next: (action: NextAction) => ({
      busy: nextActions.some((next) => next === busy),
      onClick: ({ detail }: MouseEvent) => {
        if (detail < 2) void press(action)
      },
    }),
  }
}
