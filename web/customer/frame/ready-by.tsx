import { useQuery } from '@tanstack/react-query'
import { minute } from '#domain/restaurant/lagos.ts'
import { queries } from '#web/data/api/queries.ts'
import { clock } from '#web/ui/lagos-time.ts'

type Props = {
  readonly words?: string
  readonly onEmber?: boolean
  /** The driving minutes of a delivery, for which the time at the door is shown. 0 for a pick-up, or if unknown. */
  readonly driving?: number
}

/**
 * Shows when an order placed now would be ready (HOME-1), or the usual range of minutes while that time is unknown.
 * During a pause, shows when orders are taken again.
 */
export function ReadyBy({ words = 'Ready by', onEmber = false, driving = 0 }: Props) {
  const { data: site } = useQuery(queries.site())
  // A promise that could not be read again may be out of date, so the usual range is shown after an error.
  const { data: promise, error } = useQuery(queries.promise())
  if (site?.paused) return site.pausedUntil ? `Opens again ${site.pausedUntil}` : 'No orders for now'
  // The range is an element of its own: if only the text of one element changed, the text would move by a pixel.
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
