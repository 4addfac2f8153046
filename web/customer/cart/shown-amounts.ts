import { useEffect } from 'react'
import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import { changeDetails, detailsStore } from '#web/data/storage/details-store.ts'
import type { Amounts } from '#web/orders/totals.tsx'

/**
 * Returns the amounts of the cart, and stores them as the amounts that the customer last saw (PAY-5): the payment page
 * compares its quote with them. While the delivery fee is unknown, no total is stored.
 */
export function useAmounts(taxes: readonly Tax.Tax[] | undefined, subtotal: Naira, fee: Naira | undefined): Amounts {
  const bill = Tax.bill(taxes ?? [], subtotal, fee ?? Money.zero)
  const total = bill.totalAmount
  useEffect(() => {
    const { deliveryFee, finalTotal } = detailsStore.get()
    const shown = { deliveryFee: fee ?? 0, finalTotal: fee === undefined ? 0 : total }
    if (deliveryFee !== shown.deliveryFee || finalTotal !== shown.finalTotal) changeDetails(shown)
  }, [fee, total])
  return { subtotal, deliveryFee: fee, ...bill }
}
