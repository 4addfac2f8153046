import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import { retryImport } from '#web/app/start-up/retry-import.ts'
import { queries } from '#web/data/api/queries.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The part for a known customer. `orders` has at least one order, newest first. */
export type Known = ComponentType<{ readonly username: string; readonly orders: readonly Order[] }>

/**
 * The head of the home page: the hero, or a known customer's orders. The two share one place, and the hidden hero keeps
 * its height, so that nothing below moves when the session becomes known.
 */
export function Welcome({ load, children }: { load: () => Promise<Known>; children: ReactNode }) {
  const signedIn = useSignedIn()
  const user = signedIn.state === 'in' ? signedIn.user : undefined
  const answer = useQuery({ ...queries.orders(), enabled: user !== undefined })
  const { data } = answer
  const error = useLastingError(answer, user?.id)
  const [Known, setKnown] = useState<Known>()
  const probably = user !== undefined || (signedIn.state === 'unknown' && signedIn.probably && !signedIn.failed)
  useEffect(() => {
    if (probably) void retryImport(load).then((loaded) => setKnown(() => loaded))
  }, [probably, load])

  const orders = data?.orders ?? []
  // After an error, an earlier answer is still used. Without an earlier answer, the hero is shown.
  const stranger = !probably || (data ? orders.length === 0 : error)
  return (
    <div className="page-width grid pt-3 pb-5 *:[grid-area:1/1] lg:pt-6 lg:pb-8">
      <div className={stranger ? '' : 'invisible'}>{children}</div>
      {!stranger &&
        (Known && user && data ? (
          <Known username={user.username} orders={orders} />
        ) : (
          <div role="status" aria-label="Loading" className="grid content-start gap-3">
            <Skeleton className="h-8 w-56" />
            <Skeleton className="h-44 max-w-xl rounded-card" />
          </div>
        ))}
    </div>
  )
}
