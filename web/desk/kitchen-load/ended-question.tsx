import { useQuery } from '@tanstack/react-query'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { Button } from '#web/ui/button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { ExtendButton } from './countdown.tsx'
import { useKitchenLoadChange } from './kitchen-load-change.ts'

/**
 * Asks whether to continue a pause or rush that ended while orders were late. Every staff screen asks; the first answer
 * decides.
 */
export function EndedQuestion() {
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const change = useKitchenLoadChange()
  const { busy, send } = useSend()
  const ended = kitchenLoad?.ended
  const late = ended && (ended.late === 1 ? '1 order is late' : `${ended.late} orders are late`)
  return (
    <div role="status">
      {ended && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-wash-plantain px-3 py-1 sm:px-4">
          <p className="min-w-44 flex-1 py-1 font-semibold text-promise">
            The {ended.what} has ended, and {late}.
          </p>
          <ExtendButton
            state={
              ended.what === 'pause'
                ? { paused: ended.paused, pausedUntil: null }
                : { rushMinutes: ended.rushMinutes, rushUntil: null }
            }
            words={ended.what === 'pause' ? 'Pause 15 more minutes' : '15 more minutes'}
          />
          <Button variant="secondary" busy={busy} onClick={() => void send(() => change({ ended: null }))}>
            {ended.what === 'pause' ? 'Leave ordering open' : 'Leave rush off'}
          </Button>
        </div>
      )}
    </div>
  )
}
