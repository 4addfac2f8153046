import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react'

type Box = { readonly top: number; readonly height: number }
type Drag = {
  readonly from: number
  readonly to: number
  /** Pixels of the page. */
  readonly began: number
  readonly by: number
  readonly boxes: readonly Box[]
}

/** Pixels from an edge of the window where the page scrolls along, and how far with each movement. */
const edge = 72
const step = 12

/**
 * Dragging the rows of a list by a handle, with a finger or a mouse. `onDrop` gets the old place and the
 * new one. Buttons with names do the same by keyboard.
 */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined

  useEffect(() => {
    if (!isDragging) return
    const giveUp = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(undefined)
    addEventListener('keydown', giveUp)
    return () => removeEventListener('keydown', giveUp)
  }, [isDragging])

  function begin(event: PointerEvent<HTMLElement>, from: number) {
    const rows = event.currentTarget.closest('li')?.parentElement?.children
    if (event.button !== 0 || !rows) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const boxes = [...rows].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top: top + scrollY, height }
    })
    setDrag({ from, to: from, began: event.pageY, by: 0, boxes })
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!drag) return
    const by = event.pageY - drag.began
    if (event.clientY < edge && by < drag.by) scrollBy(0, -step)
    else if (event.clientY > innerHeight - edge && by > drag.by) scrollBy(0, step)
    setDrag({ ...drag, by, to: placeOf(drag, by) })
  }

  function drop(event: PointerEvent<HTMLElement>) {
    if (!drag) return
    setDrag(undefined)
    // Of this event: the last movement may not be drawn yet.
    const to = placeOf(drag, event.pageY - drag.began)
    if (to !== drag.from) onDrop(drag.from, to)
  }

  return {
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, index),
      onPointerMove: move,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
    }),
    /** Where a row is drawn meanwhile. */
    style: (index: number): CSSProperties | undefined => (drag ? styleOf(drag, index) : undefined),
    isDragged: (index: number) => drag?.from === index,
  }
}

const middle = ({ top, height }: Box) => top + height / 2

/** How many of the other rows are above the middle of the dragged one. */
function placeOf({ from, boxes }: Drag, by: number): number {
  const own = boxes[from]
  if (!own) return from
  return boxes.filter((box, index) => index !== from && middle(box) < middle(own) + by).length
}

function styleOf({ from, to, by, boxes }: Drag, index: number): CSSProperties | undefined {
  if (index === from) return { transform: `translateY(${by}px)` }
  const [own, next, previous] = [boxes[from], boxes[from + 1], boxes[from - 1]]
  if (!own) return undefined
  const room = next ? next.top - own.top : own.top + own.height - ((previous?.top ?? 0) + (previous?.height ?? 0))
  if (index > from && index <= to) return { transform: `translateY(${-room}px)` }
  if (index < from && index >= to) return { transform: `translateY(${room}px)` }
  return undefined
}
