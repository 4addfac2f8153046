import type { Naira } from '#domain/money/money.ts'
import { Price } from '#web/ui/price.tsx'

export function TotalChange({ before, now }: { before: Naira; now: Naira }) {
  return (
    <p role="status" className="rounded-control bg-plantain px-4 py-3 text-on-plantain">
      <strong>The total has changed.</strong> You saw{' '}
      <del>
        <Price amount={before} />
      </del>
      , now it is{' '}
      <span className="whitespace-nowrap">
        <ins className="no-underline">
          <Price amount={now} className="text-lg" />
        </ins>
        .
      </span>{' '}
      Please send the new amount.
    </p>
  )
}
