import { type MouseEvent, useEffect, useRef } from 'react'

/** Milliseconds in which nobody has read what came under their finger yet. */
const unread = 600

/** Pixels between two taps that are meant for the same thing: a fingertip. */
const fingertip = 44

type Pressed = { readonly row: Element; readonly x: number; readonly y: number; goneAt: number }

/**
 * For `onClickCapture` of lists of orders. A press may take its order out of the list, and the next order comes to its place: a
 * second tap there, as of a slow double tap, is not for that one. Everything else in the list can be tapped at once, and what is
 * pressed by a mouse or a key is meant: the quick double click of a mouse is told by the browser.
 */
export function useSteadyRows(): (event: MouseEvent) => void {
  const last = useRef<Pressed>(undefined)
  const changes = useRef<MutationObserver>(undefined)
  useEffect(() => () => changes.current?.disconnect(), [])

  return (event) => {
    const { clientX: x, clientY: y, target, nativeEvent } = event
    const row = target instanceof Element && (target.closest('article') ?? target.closest('button'))
    if (!row || !(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch')) return
    const before = last.current
    const isSamePlace = before && Math.hypot(x - before.x, y - before.y) < fingertip
    if (isSamePlace && row !== before.row && performance.now() - before.goneAt < unread) {
      event.stopPropagation()
      return
    }
    const pressed: Pressed = { row, x, y, goneAt: Number.NEGATIVE_INFINITY }
    last.current = pressed
    changes.current?.disconnect()
    changes.current = new MutationObserver((_, observer) => {
      if (row.isConnected) return
      pressed.goneAt = performance.now()
      observer.disconnect()
    })
    changes.current.observe(document.body, { childList: true, subtree: true })
  }
}
