import { orderCode } from '#domain/quote.ts'
import { dismiss } from '#web/sync/outbox/outbox.ts'
import { useTapAnswers, useTaps } from '#web/sync/outbox/queued-actions.ts'
import { Refused } from '#web/sync/outbox/refused.tsx'
import { said, useOrderActions } from './order-actions.ts'
import { tapWords } from './queued-actions.ts'

/** What becomes of taps: the restaurant's answers are put on the board, and what was refused after it had waited is told. */
export function TapNews({ account }: { account: string }) {
  const { keep, look } = useOrderActions()
  const refusals = useTaps(account, 'orders').flatMap((tap) =>
    // What was refused at the first try has been said where it was pressed.
    tap.waits && tap.refused ? [{ ...tap, why: tap.refused.detail }] : [],
  )

  useTapAnswers('orders', {
    onAnswer({ write, waits }, answer) {
      keep(answer)
      if (waits) said(`${orderCode(write.id)}: ${tapWords([{ write }])} has gone out.`)
    },
    onRefused: ({ write }) => void look(write.id),
  })

  if (refusals.length === 0) return null
  return (
    <div className="grid gap-2 px-4 py-2">
      {refusals.map(({ id, write, why }) => (
        <Refused key={id} code={`${orderCode(write.id)} ${tapWords([{ write }])}:`} onRead={() => void dismiss(id)}>
          {why}
        </Refused>
      ))}
    </div>
  )
}
