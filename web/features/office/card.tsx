import { type ReactNode, useId } from 'react'

type Props = { readonly title: string; readonly hint?: ReactNode; readonly children: ReactNode }

/** A part of the owner's screens, named by its title. */
export function Card({ title, hint, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 rounded-card bg-raise p-4 shadow-card sm:p-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {hint !== undefined && <p className="text-soft text-sm">{hint}</p>}
      {children}
    </section>
  )
}
