import { type MouseEvent, useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { followFocus } from '#web/desk/orders/card-focus.ts'
import { isNext, type NextAction, type Press, type TakeBack } from '#web/desk/orders/desk-actions.ts'
import { useOrderActions } from '#web/desk/orders/order-actions.ts'

/**
 * Returns the action that is running, and functions that run an action on the order and then move the focus to the
 * order.
 */
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
     * Returns the props of a next action's button. Ignores the second press of a double click, and presses before the
     * server's answer: by then the button of the next action may have taken this button's place.
     */
    next: (action: NextAction) => ({
      busy: isNext(busy),
      onClick: ({ detail }: MouseEvent) => {
        if (detail < 2) void press(action)
      },
    }),
  }
}
