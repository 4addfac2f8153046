import { useEffect, useEffectEvent } from 'react'

/**
 * On a phone, where the panel of an order covers the board, the back gesture closes the panel and leaves the page as it is. As
 * with a sheet (ui/sheet.tsx) the panel has its own history entry, which is removed when it is closed in another way.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isOpen || !matchMedia('(width < 40rem)').matches) return
    const push = () => history.pushState({ ...history.state, panel: true }, '')
    // A sheet that the order was opened from removes its own entry first.
    const isSheetClosing = history.state?.sheet !== undefined && !document.querySelector('dialog[open]')
    if (isSheetClosing) addEventListener('popstate', push, { once: true })
    else push()
    const onPopState = () => {
      if (!history.state?.panel) close()
    }
    addEventListener('popstate', onPopState)
    return () => {
      removeEventListener('popstate', push)
      removeEventListener('popstate', onPopState)
      if (history.state?.panel) history.back()
    }
  }, [isOpen])
}
