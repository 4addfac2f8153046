import { useEffect } from 'react'
import { call } from '#web/data/api/client.ts'

/** Interval in milliseconds. The server calls the desk empty after three missing reports. */
const every = 10_000

/**
 * Reports that the desk is attended. A hidden page, a sleeping computer or a lost network reports nothing, and the
 * owner is called within seconds instead of after the set minutes.
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

/** Reports the counter's screen as an attended desk, because its user returns to the board in a minute or two. */
export function DeskPresence() {
  usePresence(true)
  return null
}
