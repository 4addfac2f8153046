import { useEffect, useState } from 'react'
import * as Quote from '#domain/order/quote.ts'
import { minute } from '#domain/restaurant/lagos.ts'
import { serverNow } from '#web/data/api/client.ts'
import { useOffline } from '#web/data/api/network.ts'

/** Counts down the time for which the prices are held. Below ten minutes the colour changes. */
export function HoldBar({ expiresAt, hasSlot = false }: { expiresAt: string; hasSlot?: boolean }) {
  const left = useTimeLeft(expiresAt)
  const isShort = left < 10 * minute
  // An offline page cannot know whether the time is over: only the server decides that a quote has expired.
  const isUnknown = useOffline() && left === 0
  const seconds = Math.floor(left / 1000)
  const figures = (value: number) => String(value).padStart(2, '0')
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-raise2 px-3.5 py-2.5">
      <span role="timer" className={`figures text-dish ${isShort ? 'text-alarm' : ''}`}>
        {figures(Math.floor(seconds / 60))}:{figures(seconds % 60)}
      </span>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-1.5 min-w-8 flex-1 rounded-full"
      >
        <rect width="100" height="6" className="fill-line" />
        <rect width={(100 * left) / Quote.heldFor} height="6" className={isShort ? 'fill-alarm' : 'fill-plantain'} />
      </svg>
      <span className="min-w-0 text-soft text-sm">
        {isUnknown
          ? 'The hour is over. Once the network is back, we check whether your order is still held.'
          : hasSlot
            ? 'time and prices held'
            : 'prices held'}
      </span>
    </p>
  )
}

/** Returns the remaining milliseconds. Never more than an hour, the time for which a quote is valid. */
function useTimeLeft(expiresAt: string): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.min(Quote.heldFor, Math.max(0, Date.parse(expiresAt) - now))
}
