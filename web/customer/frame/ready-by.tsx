import { useQuery } from '@tanstack/react-query'
import { minute } from '#domain/restaurant/lagos.ts'
import { queries } from '#web/data/api/queries.ts'
import { clock } from '#web/ui/lagos-time.ts'

type Props = {
  readonly words?: string
  readonly onEmber?: boolean
  /** The minutes of a delivery, whose time is the one at the door; 0 if the order is collected, or they are unknown. */
  readonly driving?: number
}

/**
 * Shows when an order placed now would be ready (HOME-1). While that is unknown, shows the usual bounds; during a
 * pause, the pause.
 */
export function ReadyBy({ words = 'Ready by', onEmber = false, driving = 0 }: Props) {
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
  const at = new Date(Date.parse(promise.readyBy) + driving * minute).toISOString()
  return (
    <>
      {driving > 0 ? 'At your door about' : words}{' '}
      <time dateTime={at} className={`figures text-xl ${onEmber ? '' : 'text-promise'}`}>
        {clock(at)}
      </time>
    </>
  )
}
