import { useEffect } from 'react'
import type { Naira } from '#domain/money/money.ts'
import { changeDetails, detailsStore } from '#web/data/storage/details-store.ts'

/**
 * Stores the amounts that the customer last saw (PAY-5), without a total where the fee is unknown: the payment page
 * compares the quote with them.
 */
export function useShownAmounts(fee: Naira | undefined, total: Naira): void {
  useEffect(() => {
    const { deliveryFee, finalTotal } = detailsStore.get()
    const shown = { deliveryFee: fee ?? 0, finalTotal: fee === undefined ? 0 : total }
    if (deliveryFee !== shown.deliveryFee || finalTotal !== shown.finalTotal) changeDetails(shown)
  }, [fee, total])
}
