import type { ReactNode } from 'react'

/** A list that is folded if it is long. */
export function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <details open={count <= 8} className="border-line border-b">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {title} ({count})
      </summary>
      <ul aria-label={title} className="wrap-anywhere grid gap-2 pb-3 text-sm">
        {children}
      </ul>
    </details>
  )
}
