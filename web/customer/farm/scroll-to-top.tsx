import { useEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '#web/app/navigation/preferences.ts'
import { Icon } from '#web/ui/icon.tsx'

/** A button that appears once the top of the page is out of view. Render this component first in a long page. */
export function ScrollToTop() {
  const head = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)

  useEffect(() => {
    if (!head.current) return
    const watch = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    watch.observe(head.current)
    return () => watch.disconnect()
  }, [])

  function rise() {
    window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <>
      <div ref={head} aria-hidden="true" className="pointer-events-none absolute top-0 h-[80vh] w-px" />
      {away && (
        <button
          type="button"
          onClick={rise}
          aria-label="Back to the top"
          className="fixed right-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-20 grid size-[48px] animate-arrive place-items-center rounded-full bg-text text-ground shadow-card hover:brightness-110 sm:right-5 sm:bottom-5"
        >
          <Icon name="chevron" className="size-[24px] rotate-180" />
        </button>
      )}
    </>
  )
}
