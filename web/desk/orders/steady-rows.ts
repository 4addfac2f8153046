import { type MouseEvent, useEffect, useRef } from 'react'

/**
 * A tap is ignored for so many milliseconds after a row has gone: in less time, a person cannot have read the row that
 * took its place.
 */
const unread = 600

/** The width of a fingertip in pixels. Two taps that are no farther apart count as taps on the same place. */
const fingertip = 44

type Pressed = { readonly row: Element; readonly x: number; readonly y: number; goneAt: number }

/**
 * Returns an `onClickCapture` handler for a list of orders. A tap may remove a row, and the next row moves under the
 * finger. The handler ignores a second tap at the same place, as in a slow double tap. Presses of mouse and keys are
 * never ignored.
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
