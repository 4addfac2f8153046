import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Ticket } from '#contract/order/tickets.ts'
import { TicketPaper } from './ticket-paper.tsx'

let current: Ticket | undefined
const listeners = new Set<() => void>()

function setCurrent(ticket: Ticket | undefined): void {
  current = ticket
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Prints one ticket at a time. The ticket is module state, because the card with the pressed button may disappear. */
export const printer = { print: (ticket: Ticket) => setCurrent({ ...ticket }) }

const pixelsInMillimetre = 96 / 25.4

/** Returns the page size of a ticket. A roll has no page length, and CSS does not allow `80mm auto`. */
function paperOf(height: number): string {
  return `@page { size: 80mm ${Math.ceil(height / pixelsInMillimetre) + 1}mm; margin: 0 }
    @media print {
      html { background: #fff }
      body > :not([data-ticket]) { display: none }
    }`
}

export function Printer({ restaurant }: { restaurant: string }) {
  const ticket = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
  const paper = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!ticket) return
    const done = () => setCurrent(undefined)
    addEventListener('afterprint', done)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(paperOf(paper.current?.getBoundingClientRect().height ?? 0))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    window.print()
    return () => {
      removeEventListener('afterprint', done)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [ticket])

  if (!ticket) return null
  return createPortal(
    // The ticket is also laid out on the screen, where its height is measured.
    <div
      ref={paper}
      data-ticket={ticket.kind}
      className="invisible fixed top-0 left-0 w-[80mm] print:visible print:static"
    >
      <TicketPaper ticket={ticket} restaurant={restaurant} />
    </div>,
    document.body,
  )
}
