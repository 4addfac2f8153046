import { useEffect, useRef, useState } from 'react'
import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'

type Props = {
  readonly name: string
  readonly price: Naira
  readonly available: boolean
  /** What the person chose: a price that follows from that is no news. */
  readonly own?: string
}

/** Milliseconds: as long as the glow takes to fade (style.css), and enough to look up and read. */
const shownFor = 5000

/**
 * Lets what it stands in glow for some seconds where staff changed a price or took something off or put it back, and says
 * so to those who cannot see it. It takes no room; what it stands in is `relative isolate`.
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
