import type { AccountChange } from '#contract/session.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { dismiss, isDurable } from '#web/data/outbox/outbox.ts'
import type { Entry, QueuedWrite } from '#web/data/outbox/queue.ts'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { withdrawWrite } from './withdraw-write.ts'

type Props = {
  readonly entry: Entry
  readonly onWithdrawn?: () => void
}

export default function Waiting({ entry: { id, at, write, waits, tried, refused }, onWithdrawn }: Props) {
  const { busy, send } = useSend()

  async function takeBack() {
    refocus()
    await withdrawWrite({ id, tried }, 'it shows here')
    onWithdrawn?.()
  }

  async function understood() {
    refocus()
    await dismiss(id)
  }

  return (
    <section aria-label={nameOf(write)} className="grid gap-3 rounded-card bg-raise p-4 shadow-card sm:p-6">
      <h2 className="text-xl">{nameOf(write)}</h2>
      {refused ? (
        <>
          <p role="alert" className="font-semibold text-alarm">
            {refused.detail}
          </p>
          <Button variant="secondary" onClick={() => void understood()}>
            OK
          </Button>
        </>
      ) : (
        <>
          <p role="status" className="font-semibold text-promise">
            {waits ? 'Waiting for the network…' : 'Sending…'}
          </p>
          <p className="text-soft">
            Since <span className="figures">{clock(new Date(at).toISOString())}</span>. We send it once the network is
            back and this page is open.{' '}
            {isDurable()
              ? 'You may close it, and open it again then.'
              : 'Please keep it open until then: your browser does not allow us to store it.'}
          </p>
          <Button variant="secondary" busy={busy} onClick={() => void send(takeBack)}>
            Withdraw
          </Button>
        </>
      )}
    </section>
  )
}

const names: Readonly<Record<keyof AccountChange, string>> = {
  username: 'username',
  phone: 'phone',
  address: 'address',
  location: 'location',
}

function nameOf(write: QueuedWrite): string {
  switch (write.kind) {
    case 'order':
      return `Order ${orderCode(write.quoteId)} over ${Money.format(write.total)}`
    case 'counter':
      return `Counter order over ${Money.format(write.total)}`
    case 'action':
      return `Your change to ${orderCode(write.id)}`
    case 'profile':
      return `Your new ${Object.keys(write.change)
        .map((field) => names[field as keyof AccountChange])
        .join(', ')}`
  }
}
