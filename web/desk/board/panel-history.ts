import { useEffect, useEffectEvent } from 'react'
import { addEntry } from '#web/app/navigation/history-entry.ts'

/** On a phone the panel covers the board, so the back gesture closes the panel instead of leaving the page. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isOpen || !matchMedia('(width < 40rem)').matches) return
    return addEntry('panel', () => close())
  }, [isOpen])
}
