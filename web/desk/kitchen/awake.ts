import { useEffect } from 'react'

/** Keeps the screen on while the page is shown, in browsers with the Screen Wake Lock API. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Browsers refuse the lock on a low battery.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (gone) void lock?.release()
    }
    void hold()
    // The browser releases the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
