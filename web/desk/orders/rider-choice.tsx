import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { Rider } from '#contract/order/riders.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { DeliveryStatus } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { Kbd } from '#web/staff/kbd.tsx'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { ridersQuery, useOrderActions } from './order-actions.ts'
import { useAfterQueuedActions } from './waiting-actions.tsx'

/** The rider of a delivery. Assigning a rider takes one tap; changing the assigned rider takes two. */
export function RiderChoice({ order, actor }: { order: DeskOrder; actor: Actor }) {
  const [changing, setChanging] = useState(false)
  const then = useAfterQueuedActions(order, actor)
  const assigns = can('assign-rider', then, actor)
  const changes = can('change-rider', then, actor)
  const { assignedRider: rider } = order
  if (!rider && !assigns) return null
  return (
    <div className="grid gap-2 border-line border-t pt-2 text-sm">
      {rider && (
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="wrap-anywhere">
            <strong>{rider.name}</strong> <span className="text-soft">{deliveryStatusText(order)}</span>
          </span>
          {changes && (
            <TextButton
              aria-expanded={changing}
              aria-label={`Change the rider of ${orderCode(order.orderId)}`}
              onClick={() => setChanging(!changing)}
            >
              {changing ? 'Keep' : 'Change rider'}
            </TextButton>
          )}
        </p>
      )}
      {order.deliveryProblem && (
        <p role="alert" className="wrap-anywhere font-semibold text-alarm">
          Not delivered: {order.deliveryProblem}
        </p>
      )}
      {rider && changes && order.deliveryStatus === 'failed' && <Again order={order} />}
      {(assigns || (changes && changing)) && <Riders order={order} onGiven={() => setChanging(false)} />}
    </div>
  )
}

function Again({ order }: { order: DeskOrder }) {
  const { assign } = useOrderActions()
  const { busy, send } = useSend()
  const rider = order.assignedRider

  function press() {
    if (rider) void send(() => assign(rider, order))
  }

  return (
    <Button variant="secondary" busy={busy} onClick={press}>
      Send {rider?.name} again
    </Button>
  )
}

/** Assigns the rider with the fewest deliveries in one press. The panel lists the other riders. */
export function QuickRider({
  order,
  variant,
  className,
  isMain = false,
  onOpen,
}: {
  readonly order: DeskOrder
  readonly variant: ButtonVariant
  readonly className: string
  /** True if Enter in the open order presses this button. */
  readonly isMain?: boolean
  /** Called if the button is pressed before the riders are loaded. */
  readonly onOpen?: () => void
}) {
  const { data } = useQuery(ridersQuery)
  const { assign } = useOrderActions()
  const { busy, send } = useSend()
  const rider = data?.riders.toSorted((a, b) => a.carries - b.carries)[0]

  function press() {
    if (!rider) return onOpen?.()
    void send(() => assign(rider, order))
  }

  return (
    <Button variant={variant} data-main={isMain || undefined} className={className} busy={busy} onClick={press}>
      Assign {rider?.name ?? 'a rider'}
      {isMain && <Kbd>Enter</Kbd>}
    </Button>
  )
}

const deliveryTexts: Readonly<Record<DeliveryStatus, string>> = {
  unassigned: 'not assigned',
  assigned: 'assigned',
  'out-for-delivery': 'out',
  failed: 'not delivered',
  delivered: 'delivered',
}

function deliveryStatusText({ deliveryStatus, outAt }: DeskOrder): string {
  if (deliveryStatus === null) return ''
  const since = deliveryStatus === 'out-for-delivery' && outAt ? ` since ${clock(outAt)}` : ''
  return deliveryTexts[deliveryStatus] + since
}

function Riders({ order, onGiven }: { order: DeskOrder; onGiven: () => void }) {
  const riders = useQuery(ridersQuery)
  const { data } = riders
  const { assign } = useOrderActions()
  const { sending, send } = useSend()

  async function assignTo(rider: Rider) {
    await assign(rider, order)
    onGiven()
  }

  if (riders.error) return <LoadTrouble what="The riders did not load." query={riders} />
  if (data?.riders.length === 0) return <p className="text-soft">No rider has an account yet.</p>
  // Leave out the assigned rider, except after a failed delivery, which the same rider may try again.
  const others = data?.riders.filter(({ id }) => order.deliveryStatus === 'failed' || id !== order.assignedRider?.id)
  if (others?.length === 0) return <p className="text-soft">There is no other rider.</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that each do something, not fields of a form
    <div
      role="group"
      aria-label={`Rider for ${orderCode(order.orderId)}`}
      className="flex flex-wrap items-center gap-2"
    >
      <span className="text-soft">Assign</span>
      {others ? (
        others.map((rider) => (
          <Button
            key={rider.id}
            variant="secondary"
            className="max-w-full flex-auto px-3!"
            busy={sending === rider.id}
            aria-label={`Assign ${rider.name}, who has ${rider.carries}`}
            onClick={() => void send(() => assignTo(rider), { what: rider.id })}
          >
            <span className="truncate">{rider.name}</span>
            <span className="figures text-soft">{rider.carries}</span>
          </Button>
        ))
      ) : (
        <span className="text-soft">…</span>
      )}
    </div>
  )
}
