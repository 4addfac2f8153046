import { useQuery } from '@tanstack/react-query'
import { queries } from '#web/data/api/queries.ts'
import { clock } from '#web/ui/lagos-time.ts'

/**
 * Shows when an order placed now would be ready (HOME-1). While that is unknown, shows the usual bounds; during a
 * pause, the pause.
 */
export function ReadyBy({ words, onEmber = false }: { words: string; onEmber?: boolean }) {
  const { data: site } = useQuery(queries.site())
  // A pause that could not be reread may have ended.
  const { data: promise, error } = useQuery(queries.promise())
  if (site?.paused) return site.pausedUntil ? `Opens again ${site.pausedUntil}` : 'No orders for now'
  // A separate element, because a text that changes inside one element would move by a pixel.
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
