import { sentence } from '#web/api/client.ts'
import { usePushSubscription } from '#web/sync/push-subscription.ts'
import { Button } from '#web/ui/button.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'

/**
 * Offers to tell the customer what becomes of an order while they are elsewhere. The browser asks its own question only
 * after the tap; where it cannot, or was told no before, nothing is offered.
 */
export function NotificationsOffer() {
  const { state, busy, ask } = usePushSubscription()

  async function turnOn() {
    try {
      await ask()
    } catch (error) {
      toast(sentence(error, 'That did not work. Your orders here stay live.'), {
        kind: 'bad',
        duration: toastTime.longer,
      })
    }
  }

  if (state === 'unknown' || state === 'impossible') return null
  return (
    <section
      aria-label="News of your order"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-raise px-4 py-3 shadow-card"
    >
      <p role="status">
        {state === 'on'
          ? 'We tell you here, and on your phone, when it is ready.'
          : state === 'refused'
            ? 'Your browser keeps notifications off. This page stays live.'
            : 'Put the phone away: we tell you when your food is ready.'}
      </p>
      {state === 'offered' && (
        <Button look="secondary" className="min-h-11" busy={busy} onClick={() => void turnOn()}>
          Tell Me
        </Button>
      )}
    </section>
  )
}
