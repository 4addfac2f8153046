import { useEffect, useEffectEvent, useState } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { toastFailed } from '#web/data/toast.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { addToCart } from './add-to-cart.ts'
import type { CustomiserProps } from './customiser.tsx'
import { loadCustomiser, loadedCustomiser } from './customiser-ahead.ts'
import { useDraft } from './drafts.ts'
import { flyToCart } from './fly.ts'

/** The sheet of the customiser, with a placeholder while the customiser loads. */
export function CustomiserFrame({
  onClose,
  ...customiser
}: CustomiserProps & {
  readonly onClose: () => void
}) {
  const [Content, setContent] = useState(loadedCustomiser)
  const missed = useEffectEvent(() => {
    toastFailed('Connection failed.')
    onClose()
  })

  useEffect(() => {
    if (Content) return
    let here = true
    void loadCustomiser().then((loaded) => {
      if (!here) return
      if (loaded) setContent(() => loaded)
      else missed()
    })
    return () => {
      here = false
    }
  }, [Content])

  return (
    <Sheet open onClose={onClose} title={customiser.item.name} bare tall={customiser.item.groups.length > 0}>
      {Content ? (
        <Content {...customiser} />
      ) : (
        <div role="status" aria-label="Loading" className="grid gap-4 px-5 pt-1 pb-8">
          <Skeleton className="h-44 rounded-card" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
    </Sheet>
  )
}

/** The customiser for a dish of the menu. Reopening the sheet shows the earlier choices. */
export default function CustomiserSheet({
  item,
  sources,
  onClose,
}: {
  readonly item: MenuItem
  readonly sources: Sources
  readonly onClose: () => void
}) {
  const { draft, change, forget } = useDraft(item, sources)

  function close() {
    onClose()
    // If the dish has sold out, its card has no button to which the focus could return.
    refocus()
  }

  return (
    <CustomiserFrame
      item={item}
      sources={sources}
      draft={draft}
      onChange={change}
      doneLabel="Add to Cart"
      onDone={(draft, seen, plate) => {
        if (!addToCart(item, draft, seen)) return
        flyToCart(plate)
        forget()
        close()
      }}
      onClose={close}
    />
  )
}
