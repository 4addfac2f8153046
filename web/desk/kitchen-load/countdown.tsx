import type { KitchenLoad } from '#contract/kitchen-load.ts'
import { remaining } from '#domain/restaurant/calendar-words.ts'
import { extended } from '#domain/restaurant/pause.ts'
import { serverNow } from '#web/data/api/client.ts'
import { useClock } from '#web/data/clock.ts'
import { toastFinal } from '#web/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'
import { useKitchenLoadChange } from './kitchen-load-change.ts'

/** Minutes that one press adds to a pause or rush. */
const more = 15

export function Countdown({ until }: { until: string | null }) {
  const words = useClock((now) => (until === null ? '' : remaining(Date.parse(until), now)))
  return <span className="figures">{words}</span>
}

/** The pause or rush to extend. It may have ended. */
type Extended =
  | (Pick<KitchenLoad, 'pausedUntil'> & { readonly paused: string })
  | Pick<KitchenLoad, 'rushMinutes' | 'rushUntil'>

/** A button that extends a pause or rush. If the pause or rush has ended meanwhile, a new one begins now. */
export function ExtendButton({ state, words = `+${more} min` }: { state: Extended; words?: string }) {
  const change = useKitchenLoadChange()
  const { busy, send } = useSend()

  async function extend() {
    const now = serverNow()
    const endAfter = (end: string | null) =>
      new Date(extended(end === null ? now : Date.parse(end), more, now)).toISOString()
    if ('paused' in state) {
      const until = endAfter(state.pausedUntil)
      await change({ paused: state.paused, pausedUntil: until })
      toastFinal(`Ordering is paused until ${clock(until)}.`)
    } else {
      const until = endAfter(state.rushUntil)
      await change({ rushMinutes: state.rushMinutes, rushUntil: until })
      toastFinal(`The rush lasts until ${clock(until)}.`)
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void send(extend)}>
      {words}
    </Button>
  )
}
