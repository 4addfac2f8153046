import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react'

type Point = { readonly x: number; readonly y: number }
type Drag = {
  readonly from: number
  readonly to: number
  readonly began: Point
  readonly by: Point
  /** The middle of each entry as it was before the drag. */
  readonly middles: readonly Point[]
}

/**
 * While the pointer moves within `edge` pixels of the window's top or bottom, each movement scrolls the page by `step`
 * pixels.
 */
const edge = 72
const step = 12

const pageOf = ({ pageX: x, pageY: y }: PointerEvent): Point => ({ x, y })

/**
 * Drags entries of a list or grid by a handle. `onDrop` receives the old and the new index. The list also needs buttons
 * that move entries, for keyboards.
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
    const middles = [...rows].map((row) => {
      const { left, top, width, height } = row.getBoundingClientRect()
      return { x: left + scrollX + width / 2, y: top + scrollY + height / 2 }
    })
    setDrag({ from, to: from, began: pageOf(event), by: { x: 0, y: 0 }, middles })
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!drag) return
    const by = minus(pageOf(event), drag.began)
    if (event.clientY < edge && by.y < drag.by.y) scrollBy(0, -step)
    else if (event.clientY > innerHeight - edge && by.y > drag.by.y) scrollBy(0, step)
    setDrag({ ...drag, by, to: placeOf(drag, by) })
  }

  function drop(event: PointerEvent<HTMLElement>) {
    if (!drag) return
    setDrag(undefined)
    // Use the position of this event, because the last movement may not be drawn yet.
    const to = placeOf(drag, minus(pageOf(event), drag.began))
    if (to !== drag.from) onDrop(drag.from, to)
  }

  return {
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, index),
      onPointerMove: move,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
    }),
    style: (index: number): CSSProperties | undefined => (drag ? styleOf(drag, index) : undefined),
    isDragged: (index: number) => drag?.from === index,
  }
}

const minus = (one: Point, other: Point): Point => ({ x: one.x - other.x, y: one.y - other.y })

/** Returns the index of the entry whose middle is nearest to the middle of the dragged entry. */
function placeOf({ from, middles }: Drag, by: Point): number {
  const own = middles[from]
  if (!own) return from
  const far = middles.map((middle) => {
    const { x, y } = minus(middle, own)
    return Math.hypot(x - by.x, y - by.y)
  })
  return far.indexOf(Math.min(...far))
}

/** Moves the dragged entry with the pointer, and the entries between its old and new index by one place. */
function styleOf({ from, to, by, middles }: Drag, index: number): CSSProperties | undefined {
  const shift = index === from ? 0 : index > from && index <= to ? -1 : index < from && index >= to ? 1 : 0
  const [own, next] = [middles[index], middles[index + shift]]
  if (!own || !next) return undefined
  const { x, y } = index === from ? by : minus(next, own)
  return x === 0 && y === 0 ? undefined : { transform: `translate(${x}px, ${y}px)` }
}
