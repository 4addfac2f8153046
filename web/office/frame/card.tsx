import { type ReactNode, useId } from 'react'
import { keepFocus } from '#web/staff/keep-focus.ts'

type Props = {
  readonly title: string
  readonly hint?: ReactNode
  readonly level?: 2 | 3
  readonly children: ReactNode
}

export function Card({ title, hint, level = 2, children }: Props) {
  const id = useId()
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listener gets the clicks of the buttons inside, and a key press on a button is a click
    <section
      aria-labelledby={id}
      onClick={() => keepFocus(() => document.getElementById(id))}
      className="grid content-start gap-3 rounded-card bg-raise p-4 shadow-card sm:p-5"
    >
      <Title id={id} tabIndex={-1} className="text-xl">
        {title}
      </Title>
      {hint !== undefined && <p className="text-soft text-sm">{hint}</p>}
      {children}
    </section>
  )
}
