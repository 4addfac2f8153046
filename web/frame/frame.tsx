import type { ReactNode } from 'react'

/** The customer's frame. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
