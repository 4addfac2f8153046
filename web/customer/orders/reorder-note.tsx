import { useState } from 'react'
import type { Missing } from '#domain/order/reorder.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'

type Props = {
  readonly missing: readonly Missing[]
  readonly repriced: boolean
  /** True if at least one dish of the past order is available. */
  readonly any: boolean
}

export function ReorderNote({ missing, repriced, any }: Props) {
  const [read, setRead] = useState(false)
  if (read) return null
  return (
    <section aria-label="Your order again" className="mb-5 rounded-card bg-raise2 px-5 py-3">
      <div className="flex items-start justify-between gap-x-4">
        <p className="py-2.5 font-semibold">
          {any ? 'Your order is in the cart again.' : 'No dish of that order is available right now.'}
          {repriced && ' Some prices have changed: the cart shows today’s.'}
        </p>
        <TextButton onClick={() => setRead(true)}>OK</TextButton>
      </div>
      <ul className="divide-y divide-line">
        {missing.map(({ name, why, category }) => (
          <li key={why} className="flex min-h-11 flex-wrap items-center gap-x-4">
            <span className="py-1.5 wrap-anywhere">{why}</span>
            {category !== undefined && (
              <Link to={`/menu/${category}`} className={textButtonClass}>
                Choose again<span className="sr-only"> for {name}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
