import { useState } from 'react'
import type { DeskOrder } from '#contract/orders.ts'
import { type Press, useOrderActions } from '#web/features/desk/orders/order-actions.ts'
import { followFocus } from './card-focus.ts'

/** One press on an action: which one is being sent, and the focus afterwards. */
export function useActionPress(order: DeskOrder) {
  const { perform } = useOrderActions()
  const [busy, setBusy] = useState<Press>()
  return {
    busy,
    async press(action: Press): Promise<void> {
      setBusy(action)
      await perform(action, order)
      setBusy(undefined)
      followFocus(order)
    },
  }
}
