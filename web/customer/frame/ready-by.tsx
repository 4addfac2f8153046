import { useQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { clock } from '#web/ui/lagos-time.ts'

/**
 * Shows the ready-by time of an order placed now (HOME-1), or the stated bounds while this time is unknown. During a
 * pause it shows the pause instead.
 */
export function ReadyBy({ words = 'Order now, ready by', onEmber = false }: { words?: string; onEmber?: boolean }) {
  const { data: site } = useQuery(queries.site())
  // If a pause could not be read again, it may have ended.
  const { data: promise, error } = useQuery(queries.promise())
  if (site?.paused) return site.pausedUntil ? `Opens again ${site.pausedUntil}` : 'No orders for now'
  // The promise is a separate element, because a changed text in one element would move by a pixel.
  if (!promise || error)
    return (
      site && (
        <span>
          {onEmber ? 'in' : 'Ready in'} {site.preparation.least} to {site.preparation.most} minutes
        </span>
      )
    )
  return (
    <>
      {words}{' '}
      <time dateTime={promise.readyBy} className={`figures text-xl ${onEmber ? '' : 'text-promise'}`}>
        {clock(promise.readyBy)}
      </time>
    </>
  )
}
