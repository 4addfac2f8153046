import { type RefObject, useEffect, useRef, useState } from 'react'

/** What is waited for, and what to do then. */
const waiting = new Map<Element, () => void>()
let watch: IntersectionObserver | undefined

/**
 * Whether the element with this ref has come near: within a quarter of a screen of being seen, once. Browsers' own lazy
 * loading begins thousands of pixels ahead, the earlier the weaker the network.
 */
export function useNear<Watched extends Element>(already: boolean): [RefObject<Watched | null>, boolean] {
  const place = useRef<Watched>(null)
  const [near, setNear] = useState(already)
  useEffect(() => (place.current && !near ? whenNear(place.current, () => setNear(true)) : undefined), [near])
  return [place, near]
}

/** Calls back once. Returns how to stop waiting. */
function whenNear(element: Element, act: () => void): () => void {
  watch ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) waiting.get(target)?.()
      }
    },
    // Of whatever scrolls: the page, and rows that scroll by themselves.
    { scrollMargin: '25%' },
  )
  waiting.set(element, act)
  watch.observe(element)
  return () => {
    waiting.delete(element)
    watch?.unobserve(element)
  }
}
