import { type RefObject, useEffect, useRef, useState } from 'react'

const waiting = new Map<Element, () => void>()
let watch: IntersectionObserver | undefined

/**
 * Returns true once the element with this ref has been within a quarter of a screen of the viewport. The browser's lazy
 * loading begins thousands of pixels ahead, and earlier on a weak network.
 */
export function useInView<Watched extends Element>(already: boolean): [RefObject<Watched | null>, boolean] {
  const place = useRef<Watched>(null)
  const [near, setNear] = useState(already)
  useEffect(() => (place.current && !near ? whenNear(place.current, () => setNear(true)) : undefined), [near])
  return [place, near]
}

/** Calls `act` when the element is near. Returns a function that stops the watch. */
function whenNear(element: Element, act: () => void): () => void {
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) waiting.get(target)?.()
      }
    },
    // The margin applies to the page and to rows that scroll.
    { scrollMargin: '25%' },
  )
  waiting.set(element, act)
  watch.observe(element)
  return () => {
    waiting.delete(element)
    watch?.unobserve(element)
  }
}
