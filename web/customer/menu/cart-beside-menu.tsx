import { type ComponentType, useEffect, useState } from 'react'
import { useWide } from '#web/app/navigation/use-media-query.ts'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'

/** The cart beside the menu. Its place is reserved, and its code loads on wide screens only. */
export function CartBesideMenu({ load }: { load: () => Promise<ComponentType> }) {
  const [Content, setContent] = useState<ComponentType>()
  const wide = useWide()
  useEffect(() => {
    // Ignore a failure, because the cart can also be opened as a page.
    if (wide)
      afterFirstPaint(load).then(
        (loaded) => setContent(() => loaded),
        () => {},
      )
  }, [load, wide])
  return (
    <aside
      aria-label="Your cart"
      className="sticky top-20 hidden max-h-[calc(100dvh-10.5rem)] rounded-card bg-raise p-4 shadow-card lg:block"
    >
      {Content ? <Content /> : <h2 className="text-sheet">Your cart</h2>}
    </aside>
  )
}
