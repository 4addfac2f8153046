import { type MouseEvent, useEffect, useRef } from 'react'

/** A person cannot have read a new row under the finger within this time, in milliseconds. */
const unread = 600

/** Distance in pixels of two taps on the same place: a fingertip. */
const fingertip = 44

type Pressed = { readonly row: Element; readonly x: number; readonly y: number; goneAt: number }

/**
 * Returns a handler for `onClickCapture` of a list of orders. A press may remove its order, and the next order moves to
 * its place. The handler ignores a second tap at that place, such as a slow double tap. All other presses count, also
 * those of a mouse or key; the browser itself reports a mouse's double click.
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
