import { useEffect, useEffectEvent } from 'react'
import type { Order } from '#contract/orders.ts'
import { orderCode } from '#domain/quote.ts'
import { dismiss, type Settled, whenSettled } from '#web/outbox/outbox.ts'
import { Refused } from '#web/outbox/refused.tsx'
import { useTaps } from '#web/outbox/taps.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { tapWords } from './board-taps.ts'
import { useDeeds } from './deeds.ts'

/** What became of taps that had waited for the network, whichever page has sent them. */
export function TapNews({ account }: { account: string }) {
  const { keep, look } = useDeeds()
  const refusals = useTaps(account, 'orders').flatMap((tap) =>
    // What was refused at the first try has been said where it was pressed.
    tap.waits && tap.refused ? [{ ...tap, why: tap.refused.detail }] : [],
  )

  const onSettled: Settled = useEffectEvent(({ deed, waits }, outcome) => {
    if (deed.kind !== 'tap' || deed.of !== 'orders' || !waits) return
    if (outcome.type === 'done') {
      keep(outcome.answer as Order)
      toast(`${orderCode(deed.id)}: ${tapWords([{ deed }])} has gone out.`, { kind: 'good', duration: toastTime.added })
    } else if (outcome.type === 'refused') {
      void look(deed.id)
    }
  })
  useEffect(() => whenSettled((entry, outcome) => onSettled(entry, outcome)), [])

  if (refusals.length === 0) return null
  return (
    <div className="grid gap-2 px-4 py-2">
      {refusals.map(({ id, deed, why }) => (
        <Refused key={id} code={`${orderCode(deed.id)} ${tapWords([{ deed }])}:`} onRead={() => void dismiss(id)}>
          {why}
        </Refused>
      ))}
    </div>
  )
}
