import type { DeskOrder } from '#contract/order/orders.ts'
import { can } from '#domain/order/decide.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as Substitution from '#domain/order/substitution.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { call } from '#web/data/api/client.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { callToAsk } from '#web/desk/orders/asked-customer.ts'
import { followFocus } from '#web/desk/orders/card-focus.ts'
import { toastFinal, useOrderActions } from '#web/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { setOnMenu } from './sold-out-form.tsx'

export function SoldOutDishes({ order, actor, large = false }: { order: DeskOrder; actor: Actor; large?: boolean }) {
  const { apply, showRefusal } = useOrderActions()
  const { sending, send, callOnce } = useSend()
  const confirm = useConfirmAction()
  if (!order.awaitingSubstitution && order.substitutions.length === 0) return null

  async function press(action: 'unmark-sold-out' | 'remove-sold-out', line: number, done: string) {
    const request = async () => {
      const body = { line, version: order.version }
      apply(await call(`POST /api/orders/:id/${action}`, { params: { id: order.orderId }, body }))
      if (action === 'unmark-sold-out') await setOnMenu(callOnce, order.items[line]?.itemId ?? '', true)
      toastFinal(done)
    }
    await send(request, { what: `${action} ${line}`, onFailure: (error) => showRefusal(error, order) })
    followFocus(order)
  }

  async function remove(line: DeskOrder['items'][number], place: number) {
    const isConfirmed = await confirm({
      title: `Take ${Substitution.described(line)} off the order?`,
      text: 'This cannot be undone.',
      action: `Remove ${line.name}`,
      otherwise: 'Keep',
      danger: true,
    })
    if (isConfirmed) await press('remove-sold-out', place, `${line.name}: removed.`)
  }

  const calls = callToAsk(order)
  const button = `min-h-11 flex-auto px-3! ${large ? 'text-lg' : ''}`
  return (
    <ul aria-label={`Sold out in ${orderCode(order.orderId)}`} className="grid gap-2">
      {order.items.map(
        (line, place) =>
          line.soldOutAt !== undefined && (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order has each place once
            <li key={place} className="grid gap-2 rounded-control bg-plantain px-3 py-2 text-on-plantain">
              <p className={`wrap-anywhere font-semibold leading-snug ${large ? 'text-xl' : ''}`}>
                {line.name} sold out{calls ? `: ${calls}` : `. Customer asked at ${clock(line.soldOutAt)}`}.
              </p>
              <p className="flex flex-wrap gap-2">
                {can('remove-sold-out', order, actor) && order.items.length > 1 && (
                  <Button
                    variant="secondary"
                    className={button}
                    aria-label={`Remove ${line.name}`}
                    busy={sending === `remove-sold-out ${place}`}
                    onClick={() => void remove(line, place)}
                  >
                    Remove
                  </Button>
                )}
                {can('unmark-sold-out', order, actor) && (
                  <Button
                    variant="secondary"
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
