import { type RefObject, useEffect, useRef, useState } from 'react'

const waiting = new Map<Element, () => void>()
let watch: IntersectionObserver | undefined

/**
 * Returns true once the element is within a quarter of a screen of the viewport. The browser's own lazy loading would
 * begin thousands of pixels earlier.
 */
export function useInView<Watched extends Element>(already: boolean): [RefObject<Watched | null>, boolean] {
  const place = useRef<Watched>(null)
  const [near, setNear] = useState(already)
  useEffect(() => (place.current && !near ? whenNear(place.current, () => setNear(true)) : undefined), [near])
  return [place, near]
}

function whenNear(element: Element, act: () => void): () => void {
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) waiting.get(target)?.()
      }
    },
    // Not `rootMargin`, which applies to the page only: `scrollMargin` also applies to rows that scroll.
    { scrollMargin: '25%' },
  )
  waiting.set(element, act)
  watch.observe(element)
  return () => {
    waiting.delete(element)
    watch?.unobserve(element)
  }
}
