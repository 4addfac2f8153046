import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Delivery } from '#contract/order/riders.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { ApiFailure, sentence } from '#web/data/api/client.ts'
import { query, setAnswer } from '#web/data/api/query.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { VersionedStore } from '#web/data/api/versioned-store.ts'
import { dismiss, submit } from '#web/data/outbox/outbox.ts'
import type { DeliveryAction } from '#web/data/outbox/queue.ts'
import { useActionAnswers, useQueuedActions } from '#web/data/outbox/queued-actions.ts'
import { toastDone, toastFailed } from '#web/data/toast.ts'
import { keepFocus } from '#web/staff/keep-focus.ts'
import { Refused } from '#web/staff/refused.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { collectedBy, statusAfterActions } from './delivery-actions.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { byNextStop } from './stops.ts'

export function Deliveries({ user, site, signOut }: { user: User; site: Site; signOut: ReactNode }) {
  const client = useQueryClient()
  const list = useQuery({ ...query('GET /api/deliveries'), refetchOnMount: 'always' })
  const { data, error } = list
  useSessionEnd(error)

  function apply(delivery: Delivery) {
    const answered = new VersionedStore<Delivery>()
    answered.add(delivery)
    setAnswer(client, 'GET /api/deliveries', (list) => ({
      ...list,
      deliveries: list.deliveries
        .map((other) => answered.newerThan(other) ?? other)
        .filter(({ deliveryStatus }) => deliveryStatus !== 'delivered'),
    }))
  }

  const queued = useQueuedActions(user.id)
  const unsent = queued.filter(({ refused }) => !refused)
  const offline = unsent.some(({ waits }) => waits)
  const refusals = queued.flatMap(({ id, write, refused }) => {
    if (!refused) return []
    const why = sentence(new ApiFailure(refused), 'This could not be recorded. Please call the desk.')
    return [{ id, order: write.id, why }]
  })

  const { taken, dropTaken, forgetDelivery } = useTaken(data?.deliveries, (id) =>
    unsent.some(({ write }) => write.id === id),
  )
  useActionAnswers<Delivery>({
    onAnswer(_entry, delivery) {
      forgetDelivery(delivery.orderId)
      keepFocus(() => document.getElementById('main'))
      apply(delivery)
      if (delivery.deliveryStatus === 'delivered') {
        toastDone(`${orderCode(delivery.orderId)} is delivered.`)
      }
    },
    onRefused: () => void list.refetch(),
  })

  const stops = byNextStop(data?.deliveries ?? [], (delivery) =>
    statusAfterActions(
      delivery,
      unsent.filter(({ write }) => write.id === delivery.orderId),
    ),
  )

  const collected = unsent.reduce((sum, { write }) => sum + collectedBy(write), 0)

  function act(id: string, action: DeliveryAction) {
    submit({ kind: 'action', id, ...action }).catch((error: unknown) =>
      toastFailed(error, 'This could not be stored. Please press again.'),
    )
  }

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-2xl flex-col">
      <Header username={user.name ?? user.username} {...{ site, signOut }} />
      <main id="main" tabIndex={-1} className="grid flex-1 content-start gap-4 px-4 pb-8">
        <p role="status" className={offline ? 'rounded-control bg-plantain px-4 py-3 text-on-plantain' : 'sr-only'}>
          {offline && `No network. Actions are sent with their time when it is back: ${unsent.length} waiting.`}
        </p>
        <LoadTrouble what={data ? 'Your list may be out of date.' : 'Your list did not load.'} query={list} />
        {/* An answer that the last release has cached lacks `carries`. */}
        {data && <Pocket carries={(data.carries ?? 0) + collected} />}
        {refusals
          // Leave out refusals about listed deliveries, whose cards show them.
          .filter(({ order }) => data && !data.deliveries.some(({ orderId }) => orderId === order))
          .map(({ id, order, why }) => (
            <Refused key={id} code={orderCode(order)} onRead={() => void dismiss(id)}>
              {why}
            </Refused>
          ))}
        {taken.map((code) => (
          <Refused key={code} code={code} onRead={() => dropTaken(code)}>
            was taken from your list while you were out with it. Please call the desk before you hand it over.
          </Refused>
        ))}
        {!data && !error && <Loading />}
        {data?.deliveries.length === 0 && (
          <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
            No deliveries. The next one appears here.
          </p>
        )}
        {stops.map((delivery, index) => (
          <DeliveryCard
            key={delivery.orderId}
            isNext={index === 0 && stops.length > 1}
            delivery={delivery}
            site={site}
            queued={unsent.filter(({ write }) => write.id === delivery.orderId)}
            refused={refusals.find(({ order }) => order === delivery.orderId)?.why}
            onPress={(action) => act(delivery.orderId, action)}
          />
        ))}
      </main>
    </div>
  )
}

function Header({ username, site, signOut }: { username: string; site: Site; signOut: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1">
        <h1 className="text-2xl">Deliveries</h1>
        <p className="wrap-anywhere text-sm text-soft">
          {site.name} · {username}
        </p>
      </div>
      {signOut}
    </header>
  )
}

/** Returns the codes of deliveries that other people removed from the list while this rider was out with them. */
function useTaken(listed: readonly Delivery[] | undefined, isUnsent: (id: string) => boolean) {
  const last = useRef<readonly Delivery[]>([])
  const [taken, setTaken] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared when the list changes
  useEffect(() => {
    if (!listed) return
    const isHere = ({ orderId }: Delivery) => listed.some((delivery) => delivery.orderId === orderId)
    const gone = last.current.filter(
      (before) => before.deliveryStatus === 'out-for-delivery' && !isHere(before) && !isUnsent(before.orderId),
    )
    last.current = listed
    if (gone.length > 0) setTaken((codes) => [...codes, ...gone.map(({ orderId }) => orderCode(orderId))])
  }, [listed])
  return {
    taken,
    dropTaken: (code: string) => setTaken((codes) => codes.filter((each) => each !== code)),
    /**
     * Forgets a delivery that the rider's own action removes from the list, so that it is not reported as removed by
     * others.
     */
    forgetDelivery(id: string) {
      last.current = last.current.filter(({ orderId }) => orderId !== id)
    },
  }
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <p role="status" className="sr-only">
        Loading your deliveries…
      </p>
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-56 rounded-card" />
    </div>
  )
}

/** The rider's cash, including sums in unsent actions. Hidden if there is none. */
function Pocket({ carries }: { carries: number }) {
  return (
    <p role="status" className="empty:sr-only">
      {carries !== 0 && (
        <span className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-card bg-raise px-4 py-3 shadow-card">
          <span>{carries > 0 ? 'You carry in cash' : 'Handed in too much'}</span>{' '}
          <Price amount={Money.naira(Math.abs(carries))} className="text-2xl" />
        </span>
      )}
    </p>
  )
}
