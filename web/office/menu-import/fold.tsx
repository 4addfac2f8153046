import type { ReactNode } from 'react'
import { Summary } from '#web/staff/summary.tsx'

/** A list that is folded if it is long. */
export function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <details open={count <= 8} className="border-line border-b">
      <Summary>
        {title} ({count})
      </Summary>
      <ul aria-label={title} className="wrap-anywhere grid gap-2 pb-3 text-sm">
        {children}
      </ul>
    </details>
  )
}
