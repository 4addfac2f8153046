import { useEffect, useEffectEvent } from 'react'
import { addEntry } from '#web/app/navigation/history-entry.ts'

/** On a phone, where an order's panel covers the board, the back gesture closes the panel and stays on the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isOpen || !matchMedia('(width < 40rem)').matches) return
    return addEntry('panel', () => close())
  }, [isOpen])
}
