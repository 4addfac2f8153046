import type { ReactNode } from 'react'
import type { Naira } from '#domain/money/money.ts'
import type { TaxLine } from '#domain/money/tax.ts'
import * as Tax from '#domain/money/tax.ts'
import { Price } from '#web/ui/price.tsx'

export type Amounts = {
  readonly subtotal: Naira
  /** Undefined while the location is unknown. */
  readonly deliveryFee: Naira | undefined
  readonly taxLines?: readonly TaxLine[]
  readonly totalAmount: Naira
}

/** Subtotal, delivery fee, tax lines and total. Taxes that the prices include are shown below the total. */
export function Totals({ of: { subtotal, deliveryFee: fee, taxLines = [], totalAmount } }: { of: Amounts }) {
  const rows = (included: boolean) =>
    taxLines
      .filter((line) => line.included === included)
      .map((line) => (
        <Row key={line.name} label={Tax.label(line)}>
          <Price amount={line.amount} />
        </Row>
      ))
  return (
    <dl className="grid gap-2">
      <Row label="Subtotal">
        <Price amount={subtotal} />
      </Row>
      <Row label="Delivery fee">
        {fee === undefined ? <span className="text-soft">Choose a location</span> : <Price amount={fee} />}
      </Row>
      {rows(false)}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
        <dt className="font-semibold">{fee === undefined ? 'Total without delivery' : 'Final total'}</dt>
        <dd className="text-2xl" aria-live="polite">
          <Price amount={totalAmount} />
        </dd>
      </div>
      {rows(true)}
    </dl>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-soft wrap-anywhere">{label}</dt>
      <dd className="ml-auto">{children}</dd>
    </div>
  )
}
