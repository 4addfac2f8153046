import { useEffect } from 'react'
import { call } from '#web/data/api/client.ts'

/** Milliseconds between two reports. The server treats the desk as unattended after three missing reports. */
const every = 10_000

/**
 * Reports an attended desk to the server while the page is visible. Without reports, the server alerts the owner about
 * an unacknowledged order within seconds instead of the set minutes.
 */
export function usePresence(isAtDesk: boolean): void {
  useEffect(() => {
    if (!isAtDesk) return
    const report = () => {
      if (!document.hidden) call('PUT /api/desk/presence').catch(() => {})
    }
    report()
    const timer = setInterval(report, every)
    document.addEventListener('visibilitychange', report)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', report)
    }
  }, [isAtDesk])
}

/** Reports an attended desk from the counter's screen too, because its user soon returns to the board. */
export function DeskPresence() {
  usePresence(true)
  return null
}
