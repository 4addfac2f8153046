import { useEffect, useEffectEvent } from 'react'
import { addEntry } from '#web/app/navigation/history-entry.ts'

/** On a phone, where the panel of an order covers the board, the back gesture closes the panel and leaves the page as it is. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isOpen || !matchMedia('(width < 40rem)').matches) return
    return addEntry('panel', () => close())
  }, [isOpen])
}
