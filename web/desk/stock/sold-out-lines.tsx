import { useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as Substitution from '#domain/order/substitution.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { call } from '#web/data/api/client.ts'
import { followFocus } from '#web/desk/orders/card-focus.ts'
import { toastFinal, useOrderActions } from '#web/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { setOnMenu } from './sold-out-form.tsx'

/** The sold-out lines of an order with their actions, and the substitutions that were made. */
export function SoldOutDishes({ order, actor, large = false }: { order: DeskOrder; actor: Actor; large?: boolean }) {
  const { apply, showRefusal } = useOrderActions()
  const { sending, send, callOnce } = useSend()
  /** The line that is about to be taken off, which is final. A place means what was seen at that version. */
  const [asked, setAsked] = useState<{ readonly place: number; readonly version: number }>()
  const removing = asked?.version === order.version ? asked.place : undefined
  if (!order.awaitingSubstitution && order.substitutions.length === 0) return null

  async function press(action: 'unmark-sold-out' | 'remove-sold-out', line: number, done: string) {
    const request = async () => {
      const body = { line, version: order.version }
      apply(await call(`POST /api/orders/:id/${action}`, { params: { id: order.orderId }, body }))
      if (action === 'unmark-sold-out') await setOnMenu(callOnce, order.items[line]?.itemId ?? '', true)
      toastFinal(done)
    }
    await send(request, { what: `${action} ${line}`, onFailure: (error) => showRefusal(error, order) })
    setAsked(undefined)
    followFocus(order)
  }

  const button = `min-h-11 flex-auto px-3! ${large ? 'text-lg' : ''}`
  return (
    <ul aria-label={`Sold out in ${orderCode(order.orderId)}`} className="grid gap-2">
      {order.items.map(
        (line, place) =>
          line.soldOutAt !== undefined && (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order has each place once
            <li key={place} className="grid gap-2 rounded-control bg-plantain px-3 py-2 text-on-plantain">
              <p className={`wrap-anywhere font-semibold leading-snug ${large ? 'text-xl' : ''}`}>
                {line.name} sold out. Customer asked at {clock(line.soldOutAt)}.
              </p>
              {removing === place && (
                <p role="alert" className={`wrap-anywhere ${large ? 'text-lg' : ''}`}>
                  Take {Substitution.described(line)} off the order? This cannot be undone.
                </p>
              )}
              <p className="flex flex-wrap gap-2">
                {can('remove-sold-out', order, actor) && order.items.length > 1 && (
                  <Button
                    look="secondary"
                    className={button}
                    aria-label={removing === place ? undefined : `Remove ${line.name}`}
                    onClick={() => setAsked(removing === place ? undefined : { place, version: order.version })}
                  >
                    {/* In its place, so that a second press takes nothing off. */}
                    {removing === place ? 'Keep' : 'Remove'}
                  </Button>
                )}
                {removing === place && (
                  <Button
                    look="danger"
                    className={button}
                    busy={sending === `remove-sold-out ${place}`}
                    onClick={() => void press('remove-sold-out', place, `${line.name}: removed.`)}
                  >
                    Remove {line.name}
                  </Button>
                )}
                {removing !== place && can('unmark-sold-out', order, actor) && (
                  <Button
                    look="secondary"
                    className={button}
                    busy={sending === `unmark-sold-out ${place}`}
                    onClick={() => void press('unmark-sold-out', place, `${line.name}: back in stock.`)}
                  >
                    Back in stock
                  </Button>
                )}
              </p>
            </li>
          ),
      )}
      {order.substitutions.map((answer, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: substitutions are only appended
          key={index}
          className={`wrap-anywhere rounded-control bg-raise2 px-3 py-2 ${large ? 'text-lg' : 'text-sm'}`}
        >
          {Substitution.say(answer)}{' '}
          <span className="text-soft">By the {answer.by === 'restaurant' ? 'desk' : 'customer'}.</span>
        </li>
      ))}
    </ul>
  )
}
