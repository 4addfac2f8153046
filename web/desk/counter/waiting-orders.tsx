import { useEffect } from 'react'
import type { ProblemBody } from '#contract/problem.ts'
import * as Money from '#domain/money/money.ts'
import * as Cart from '#domain/order/cart.ts'
import { orderCode } from '#domain/order/quote.ts'
import { dismiss, whenSettled, withdraw } from '#web/data/outbox/outbox.ts'
import type { Entry, QueuedCounterOrder } from '#web/data/outbox/queue.ts'
import { useOutbox } from '#web/data/outbox/use-outbox.ts'
import { toastDone } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { portionWords } from './counter-form.ts'

type CounterEntry = Entry & { readonly write: QueuedCounterOrder }

const isCounterOrder = (entry: Entry): entry is CounterEntry => entry.write.kind === 'counter'

type Props = {
  readonly account: string
  /** Opens a waiting or refused order in the form again. Undefined while another order is being entered. */
  readonly onReopen: ((order: QueuedCounterOrder) => void) | undefined
}

/** The counter orders of this account that wait for the network, and refused ones with the reason. */
export function WaitingOrders({ account, onReopen }: Props) {
  const entries = useOutbox(account)?.filter(isCounterOrder) ?? []
  useEffect(
    () =>
      whenSettled(({ write }, outcome) => {
        if (write.kind !== 'counter' || outcome.type !== 'done' || !('id' in outcome.answer)) return
        const code = orderCode(outcome.answer.id)
        const isTransfer = write.payment.method === 'transfer'
        // The order code comes from the server, so it is unknown until the order is placed.
        const about = isTransfer
          ? ` ${write.request.customerName || 'The customer'} writes ${code} in the transfer.`
          : ''
        toastDone(`Order ${code} is placed.${about}`)
      }),
    [],
  )
  if (entries.length === 0) return null

  async function reopen({ id, write, refused }: CounterEntry) {
    if (refused) await dismiss(id)
    // `withdraw` returns false if the order was sent before the withdrawal.
    else if (!(await withdraw(id))) return
    onReopen?.(write)
  }

  return (
    <ul aria-label="Orders waiting for the network" className="mx-4 mb-3 grid gap-2">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border-2 bg-raise px-4 py-2 ${entry.refused ? 'border-alarm' : 'border-line'}`}
        >
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere font-semibold">{nameOf(entry)}</p>
            <State refused={entry.refused} />
          </div>
          {/* An order that was sent once may have reached the server, so it must not be entered again. */}
          {onReopen && (entry.refused || !entry.tried) && (
            <Button variant="secondary" onClick={() => void reopen(entry)}>
              Open again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function State({ refused }: { refused: ProblemBody | undefined }) {
  return refused ? (
    <p role="alert" className="wrap-anywhere text-alarm">
      Not placed. {refused.detail}
    </p>
  ) : (
    <p className="text-soft">Waiting for the network.</p>
  )
}

/** Returns, for example, '20:14 · Walk-in · 2 portions · ₦2,400 cash'. */
function nameOf({ at, write: { cart, request, payment, total } }: CounterEntry): string {
  const portions = Cart.count(cart)
  return [
    clock(new Date(at).toISOString()),
    request.customerName || 'Walk-in',
    portionWords(portions),
    `${Money.format(total)} ${payment.method}`,
  ].join(' · ')
}
