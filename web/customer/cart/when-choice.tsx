import type { ReactNode } from 'react'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { slotTitle } from '#domain/restaurant/slot-words.ts'
import { serverNow } from '#web/data/api/client.ts'
import { changeDetails } from '#web/data/storage/details-store.ts'
import { RadioRow } from '#web/ui/forms/option-row.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { rowActionClass } from '#web/ui/row.tsx'

type Props = {
  readonly slot: string
  readonly isDelivery: boolean
  readonly readyBy: ReactNode
  readonly problem: string | undefined
  readonly onPick: () => void
}

/** The choice between 'as soon as possible', the first option, and a slot. */
export function WhenChoice({ slot, isDelivery, readyBy, problem, onPick }: Props) {
  const at = Date.parse(slot)
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card bg-raise px-3 shadow-card sm:px-4">
      <legend className="sr-only">When do you want it?</legend>
      <RadioRow
        name="when"
        label="As soon as possible"
        hint={slot === '' ? readyBy : undefined}
        checked={slot === ''}
        onChange={() => changeDetails({ slot: '', without: '' })}
      />
      {slot === '' ? (
        <button type="button" onClick={onPick} className="flex min-h-13 items-center gap-3 text-left">
          <span aria-hidden="true" className="size-6 shrink-0 rounded-full border-2 border-soft" />
          <span className="flex-1">For later</span>
          <Icon name="chevron" className="size-5 -rotate-90 text-soft" />
        </button>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3">
          <div className="min-w-[min(100%,10rem)] flex-1">
            <RadioRow
              name="when"
              label={slotTitle(at, serverNow())}
              hint={`${isDelivery ? 'At your door' : 'Ready for you'}, ${Lagos.weekday(at)} ${Lagos.dayAndMonth(at)}`}
              checked
              readOnly
            />
          </div>
          <button type="button" onClick={onPick} className={rowActionClass}>
            Change<span className="sr-only"> the time, {clock(slot)}</span>
          </button>
          {problem && (
            <p role="alert" tabIndex={-1} className="w-full pb-3 font-semibold text-alarm text-sm">
              {problem}
            </p>
          )}
        </div>
      )}
    </fieldset>
  )
}
