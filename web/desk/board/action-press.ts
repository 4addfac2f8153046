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

/** The pending press on an action, and the focus afterwards. */
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
     * Props of a next action's button. Ignore double clicks and presses before the answer: the next action replaces
     * this button.
     */
    next: (action: NextAction) => ({
      busy: nextActions.some((next) => next === busy),
      onClick: ({ detail }: MouseEvent) => {
        if (detail < 2) void press(action)
      },
    }),
  }
}
