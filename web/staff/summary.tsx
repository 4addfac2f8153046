import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** The row that opens and closes the surrounding `details`. */
export function Summary({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <summary className={`flex min-h-11 items-center justify-between gap-3 font-semibold ${className}`}>
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name="chevron" className="size-5 shrink-0 text-soft [details[open]>summary>&]:rotate-180" />
    </summary>
  )
}
