import { lastFailed, usePushSubscription } from '#web/data/push-subscription.ts'
import { toastFailed } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'

/** Offers push messages about the customer's orders. Renders nothing if push is not supported, denied or unknown. */
export default function NotificationsOffer() {
  const { state, deliveries, busy, ask } = usePushSubscription()

  async function turnOn() {
    try {
      await ask()
    } catch (error) {
      toastFailed(error, 'That did not work. Your orders here stay live.')
    }
  }

  if (state === 'unknown' || state === 'unchecked' || state === 'impossible') return null
  return (
    <section
      aria-label="Order notifications"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card bg-raise px-4 py-3 shadow-card"
    >
      <p role="status">
        {state === 'on'
          ? deliveries && lastFailed(deliveries)
            ? 'The last notification did not reach your phone. This page stays live.'
            : 'We notify you here and on your phone when your food is ready.'
          : state === 'refused'
            ? 'Your browser blocks notifications. This page stays live.'
            : 'Get a notification when your food is ready.'}
      </p>
      {state === 'offered' && (
        <Button variant="secondary" className="min-h-11" busy={busy} onClick={() => void turnOn()}>
          Notify Me
        </Button>
      )}
    </section>
  )
}
