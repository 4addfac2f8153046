import { useEffect } from 'react'

/** Keeps the screen on while the page is shown. Where the browser cannot, the tablet's own setting has to do it. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let gone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused on a low battery, and there is nothing to be done about that.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (gone) void lock?.release()
    }
    void hold()
    // It is let go whenever the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
