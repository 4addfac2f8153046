import { useQuery } from '@tanstack/react-query'
import { orderCode } from '#domain/order/quote.ts'
import { query } from '#web/data/api/query.ts'
import { Stars } from '#web/orders/stars.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const ratingsQuery = query('GET /api/desk/ratings', { staleTime: 0 })

export function RatingsPanel() {
  const ratings = useQuery(ratingsQuery)
  const { data, error } = ratings
  if (error && !data) return <LoadTrouble what="The ratings did not load." query={ratings} />
  if (!data) return <Skeleton className="h-72" />
  if (data.average === null) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-4 py-10 text-center text-soft">
        No ratings in the last 30 days.
      </p>
    )
  }
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="figures text-4xl">{data.average.toFixed(1)}</span>
        <span className="text-soft">
          of 5, by {data.count === 1 ? 'one rating' : `${data.count} ratings`} in the last 30 days
        </span>
      </p>
      <ul className="divide-y divide-line">
        {data.ratings.map(({ orderId, stars, comment, ratedAt, customerName, dishes }) => (
          <li key={orderId} className="wrap-anywhere grid gap-0.5 py-3">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <Stars count={stars} />
              <span className="text-sm text-soft">
                {day(ratedAt)}, {clock(ratedAt)}
              </span>
            </p>
            {comment !== '' && <p className="font-semibold">{comment}</p>}
            <p className="text-sm text-soft">
              {orderCode(orderId)} · {customerName} · {dishes}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
