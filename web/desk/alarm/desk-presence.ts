import { useEffect } from 'react'
import { call } from '#web/data/api/client.ts'

/** Milliseconds. The server calls the desk empty after three reports that did not come. */
const every = 10_000

/**
 * Reports that somebody who can acknowledge orders is at the desk. A hidden page reports nothing, and a computer that
 * sleeps or has no network cannot: the owner is called at once then, and not after the minutes that the desk has.
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

/** For the counter's screen: whoever enters an order there is back at the board in a minute or two. */
export function DeskPresence() {
  usePresence(true)
  return null
}
