import { useEffect, useRef, useState } from 'react'
import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'

type Props = {
  readonly name: string
  readonly price: Naira
  readonly available: boolean
  /**
   * The choices that the person made. A price that changes together with them is not highlighted, because the person
   * changed it.
   */
  readonly own?: string
}

/** Milliseconds for which the highlight is shown, equal to the duration of `--animate-glow` in style.css. */
const shownFor = 5000

/**
 * Highlights its parent for some seconds after staff change the price or availability, and announces the change to
 * screen readers. The parent needs the classes `relative isolate`.
 */
export function LiveMark({ name, price, available, own = '' }: Props) {
  const before = useRef({ price, available, own })
  const [mark, setMark] = useState({ turn: 0, text: '' })

  useEffect(() => {
    const last = before.current
    before.current = { price, available, own }
    const text =
      last.available !== available
        ? available
          ? 'Just back'
          : 'Not available'
        : last.price !== price && last.own === own
          ? `Price changed, now ${Money.format(price)}`
          : ''
    if (text) setMark(({ turn }) => ({ turn: turn + 1, text }))
  }, [price, available, own])

  useEffect(() => {
    if (!mark.text) return
    const timer = setTimeout(() => setMark(({ turn }) => ({ turn, text: '' })), shownFor)
    return () => clearTimeout(timer)
  }, [mark])

  return (
    <>
      <span aria-live="polite" className="sr-only">
        {mark.text && `${name}: ${mark.text}`}
      </span>
      {mark.text && (
        <span
          key={mark.turn}
          aria-hidden="true"
          className="pointer-events-none absolute -inset-x-1.5 inset-y-0 -z-10 animate-glow rounded-lg"
        />
      )}
    </>
  )
}
