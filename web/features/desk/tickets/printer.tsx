import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Ticket } from '#contract/tickets.ts'
import { TicketPaper } from './ticket-paper.tsx'

let inHand: Ticket | undefined
const listeners = new Set<() => void>()

function put(ticket: Ticket | undefined): void {
  inHand = ticket
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One ticket at a time; the card it was asked for on may be gone by then. */
export const printer = { print: (ticket: Ticket) => put({ ...ticket }) }

const pixelsInMillimetre = 96 / 25.4

/** A roll has no page length: the paper is as long as the ticket. CSS cannot say so, and `80mm auto` is no size to it. */
function paperOf(height: number): string {
  return `@page { size: 80mm ${Math.ceil(height / pixelsInMillimetre) + 1}mm; margin: 0 }
    @media print {
      html { background: #fff }
      body > :not([data-ticket]) { display: none }
    }`
}

/** Prints what is handed to it, and nothing else of the page. */
export function Printer({ restaurant }: { restaurant: string }) {
  const ticket = useSyncExternalStore(
    subscribe,
    () => inHand,
    () => undefined,
  )
  const paper = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!ticket) return
    const done = () => put(undefined)
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
    // Laid out on the screen too, unseen, so that its length is known.
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
