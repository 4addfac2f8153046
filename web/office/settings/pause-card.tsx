import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { serverNow } from '#web/data/api/client.ts'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { Countdown, ExtendButton } from '#web/desk/kitchen-load/countdown.tsx'
import { endOf } from '#web/desk/kitchen-load/end-choice.tsx'
import { useKitchenLoadChange } from '#web/desk/kitchen-load/kitchen-load-change.ts'
import { Pause, usualPause } from '#web/desk/kitchen-load/kitchen-load-panel.tsx'
import { Card } from '#web/office/frame/card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'

const lengths = { 15: '15 min', 30: '30 min', 60: '1 hour', opening: 'Next opening' } as const

/** Pauses and resumes ordering immediately, unlike the settings beside it, which wait for 'Save'. */
export function PauseCard() {
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const change = useKitchenLoadChange()
  const { sending, send } = useSend()
  const [isOpen, setIsOpen] = useState(false)

  function pause(length: string) {
    const until = endOf({ length, time: '' }, serverNow()) ?? null
    const done = until === null ? 'the next opening' : Lagos.clock(Date.parse(until))
    void send(() => change({ paused: usualPause, pausedUntil: until }), {
      what: length,
      done: `Ordering is paused until ${done}.`,
    })
  }

  if (!kitchenLoad) return null
  const { paused, pausedUntil } = kitchenLoad
  return (
    <Card title="Pause orders" hint="At once, without saving. It ends by itself.">
      {paused === null ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2">
          {Object.entries(lengths).map(([length, label]) => (
            <Button
              key={length}
              variant="secondary"
              className="px-2! whitespace-nowrap"
              busy={sending === length}
              onClick={() => pause(length)}
            >
              {label}
            </Button>
          ))}
          <Button variant="secondary" onClick={() => setIsOpen(true)}>
            Until…
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-[min(100%,11rem)] flex-1">
            <span className="block font-semibold text-promise">
              Paused <Countdown until={pausedUntil} />
            </span>
            <span className="wrap-anywhere text-soft text-sm">Customers read: {paused}</span>
          </p>
          <ExtendButton state={{ paused, pausedUntil }} />
          <Button
            busy={sending === 'resume'}
            onClick={() => void send(() => change({ paused: null }), { what: 'resume', done: 'Ordering resumed.' })}
          >
            Resume ordering
          </Button>
        </div>
      )}
      <Sheet open={isOpen && paused === null} onClose={() => setIsOpen(false)} title="Pause orders">
        <Pause kitchenLoad={kitchenLoad} />
      </Sheet>
    </Card>
  )
}
