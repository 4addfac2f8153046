import { useState } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import { followFocus } from '#web/features/desk/orders/card-focus.ts'
import { type Press, type TakeBack, useOrderActions } from '#web/features/desk/orders/order-actions.ts'

/** One press on an action: which one is being sent, and the focus afterwards. */
export function useActionPress(order: DeskOrder) {
  const { perform, undoConfirmations } = useOrderActions()
  const [busy, setBusy] = useState<Press | TakeBack>()
  return {
    busy,
    async press(action: Press | TakeBack): Promise<void> {
      setBusy(action)
      if (action === 'undo-confirmation') await undoConfirmations([order])
      else await perform(action, order)
      setBusy(undefined)
      followFocus(order)
    },
  }
}
