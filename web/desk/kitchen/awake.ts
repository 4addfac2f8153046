import { useEffect } from 'react'

/** Keeps the screen on while the page is visible, in browsers with the Screen Wake Lock API. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // A browser may refuse the lock, for example if the battery is low.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (gone) void lock?.release()
    }
    void hold()
    // The browser releases the lock when the page is hidden, so the page requests it again.
    document.addEventListener('visibilitychange', hold)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
