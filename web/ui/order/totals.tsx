import type { ReactNode } from 'react'
import * as Delivery from '#domain/delivery.ts'
import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'
import { Price } from '#web/ui/price.tsx'

type Props = {
  readonly subtotal: Naira
  /** Undefined while the place it goes to is not known. */
  readonly fee: Naira | undefined
}

/** Subtotal, fee and what is to be paid. */
export function Totals({ subtotal, fee }: Props) {
  return (
    <dl className="grid gap-2">
      <Row label="Subtotal">
        <Price amount={subtotal} />
      </Row>
      <Row label="Delivery fee">
        {fee === undefined ? <span className="text-soft">Choose a location</span> : <Price amount={fee} />}
      </Row>
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3">
        <dt className="font-semibold">Final total</dt>
        <dd className="text-2xl" aria-live="polite">
          <Price amount={Delivery.total(subtotal, fee ?? Money.zero)} />
        </dd>
      </div>
    </dl>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-soft">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
