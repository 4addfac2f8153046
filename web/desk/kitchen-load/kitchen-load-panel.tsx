import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { User } from '#contract/session.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { shortestReason } from '#domain/text/words.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { sentence, serverNow } from '#web/data/api/client.ts'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { toastFinal } from '#web/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { Countdown, ExtendButton } from './countdown.tsx'
import { type ChosenEnd, EndChoice, endOf } from './end-choice.tsx'
import { useKitchenLoadChange } from './kitchen-load-change.ts'
import { NextQuarters } from './next-quarters.tsx'
import { OwnerCallSettings } from './owner-calls.tsx'
import { OwnerDevices } from './owner-devices.tsx'

export function KitchenLoadButton({ onOpen, className }: { onOpen: () => void; className: string }) {
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const { paused = null, pausedUntil = null, rushMinutes = 0, rushUntil = null } = kitchenLoad ?? {}
  const state = paused ? 'paused' : rushMinutes ? `+${rushMinutes} min` : 'off'
  return (
    <button type="button" onClick={onOpen} className={className}>
      Rush{' '}
      <span className={state === 'off' ? 'text-soft' : 'text-alarm'}>
        {state} {state !== 'off' && <Countdown until={paused ? pausedUntil : rushUntil} />}
      </span>
    </button>
  )
}

export function KitchenLoadPanel({ user }: { user: User }) {
  const { data: kitchenLoad, isError, refetch } = useQuery({ ...kitchenLoadQuery, refetchOnMount: 'always' })
  if (kitchenLoad) {
    return (
      <div className="grid gap-8">
        <Rush kitchenLoad={kitchenLoad} />
        <Capacity key={kitchenLoad.capacity} kitchenLoad={kitchenLoad} />
        <Pause key={kitchenLoad.paused} kitchenLoad={kitchenLoad} />
        <Part id="next-quarters" title="The next two hours">
          <p className="text-soft">Press a quarter of an hour to close it, and again to open it.</p>
          <NextQuarters isTall />
        </Part>
        {isOneOf(user.role, policy.owners) && <OwnerCallSettings kitchenLoad={kitchenLoad} />}
        <OwnerDevices />
      </div>
    )
  }
  return isError ? (
    <p role="alert" className="flex flex-wrap items-center justify-between gap-3 text-alarm">
      This did not load.
      <Button variant="secondary" onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  ) : (
    <p role="status" className="text-soft">
      One moment…
    </p>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} tabIndex={-1} className="text-xl">
        {title}
      </h3>
      {children}
    </section>
  )
}

/**
 * Keeps the focus in this part of the panel. The live event about the change may reset the form before the request's
 * answer arrives.
 */
function refocusPart(id: string): void {
  refocus(() => document.getElementById(id))
}

const noTime = 'Please choose a time.'

const rushChoices = [0, 10, 20, 30, 45, 60]

function Rush({ kitchenLoad: { rushMinutes, rushUntil } }: { kitchenLoad: KitchenLoad }) {
  const [end, setEnd] = useState<ChosenEnd>({ length: '60', time: '' })
  const change = useKitchenLoadChange()
  const { sending, send } = useSend()
  const [failure, setFailure] = useState('')

  async function set(minutes: number) {
    setFailure('')
    const until = rushMinutes > 0 ? rushUntil : endOf(end, serverNow())
    if (minutes > 0 && until === undefined) return setFailure(noTime)
    await change({ rushMinutes: minutes, ...(minutes > 0 && { rushUntil: until }) })
    toastFinal(minutes === 0 ? 'Rush mode off.' : `Rush mode: ready-by times are ${minutes} minutes later.`)
  }

  return (
    <Part id="rush" title="Rush">
      <p className="text-soft">Adds minutes to the ready-by time of new orders.</p>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that each do something, not fields of a form */}
      <div role="group" aria-labelledby="rush" className="flex flex-wrap gap-2">
        {rushChoices.map((minutes) => (
          <Button
            key={minutes}
            variant={minutes === rushMinutes ? 'primary' : 'secondary'}
            aria-pressed={minutes === rushMinutes}
            busy={sending === minutes}
            className="flex-1"
            onClick={() =>
              void send(() => set(minutes), { what: minutes, onFailure: (error) => setFailure(sentence(error)) })
            }
          >
            {minutes === 0 ? 'Off' : `+${minutes}`}
          </Button>
        ))}
      </div>
      {rushMinutes > 0 ? (
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span>
            The rush lasts <Countdown until={rushUntil} />.
          </span>
          <ExtendButton state={{ rushMinutes, rushUntil }} />
        </p>
      ) : (
        <EndChoice legend="It lasts" chosen={end} onChange={setEnd} />
      )}
      {failure && (
        <p role="alert" className="text-alarm">
          {failure}
        </p>
      )}
    </Part>
  )
}

function Capacity({ kitchenLoad: { capacity, open } }: { kitchenLoad: KitchenLoad }) {
  const change = useKitchenLoadChange()
  const { form, errors, fields, field, busy, send } = useFields({ capacity: String(capacity) })

  function save() {
    const typed = fields.capacity.trim()
    void send(/^[1-9]\d{0,2}$/.test(typed) ? {} : { capacity: 'Enter a number from 1 to 500.' }, async () => {
      refocusPart('capacity')
      await change({ capacity: Number(typed) })
      toastFinal(`Capacity: ${typed} orders.`)
    })
  }

  return (
    <Part id="capacity" title="Capacity">
      <p className={open > capacity ? 'font-semibold text-alarm' : 'text-soft'}>
        {open} of {capacity} orders are waiting or cooking.
        {open > capacity && ' Ready-by times may be missed: add minutes or pause ordering.'}
      </p>
      <Form form={form} errors={errors} onSubmit={save}>
        <Field
          {...field('capacity')}
          label="Orders at the same time"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          required
        />
        <Button type="submit" variant="secondary" busy={busy}>
          Set capacity
        </Button>
      </Form>
    </Part>
  )
}

/** The reason that customers read, unless staff type another. */
export const usualPause = 'The kitchen is full.'

export function Pause({ kitchenLoad: { paused, pausedUntil } }: { kitchenLoad: KitchenLoad }) {
  const change = useKitchenLoadChange()
  const [end, setEnd] = useState<ChosenEnd>({ length: '30', time: '' })
  const { form, errors, fields, field, busy, send } = useFields({ paused: usualPause })

  function toggle() {
    const next = paused === null ? fields.paused.trim() : null
    const until = endOf(end, serverNow())
    const wrong = {
      ...(next !== null && next.length < shortestReason && { paused: 'Enter a sentence for customers.' }),
      ...(next !== null && until === undefined && { until: noTime }),
    }
    void send(wrong, async () => {
      refocusPart('pause')
      await change({ paused: next, ...(next !== null && { pausedUntil: until }) })
      toastFinal(next === null ? 'Ordering resumed.' : 'Ordering paused. Customers who are paying can still order.')
    })
  }

  return (
    <Part id="pause" title="Pause ordering">
      <Form form={form} errors={errors} onSubmit={toggle}>
        {paused === null ? (
          <>
            <Field
              {...field('paused')}
              label="What customers read"
              autoComplete="off"
              maxLength={200}
              hint="Shown on every page, with the time of the end. Customers who are paying can still order."
              required
            />
            <EndChoice legend="It lasts" chosen={end} onChange={setEnd} error={errors.until} />
            <Button type="submit" variant="danger" busy={busy}>
              Pause ordering
            </Button>
          </>
        ) : (
          <>
            <p className="wrap-anywhere rounded-control bg-plantain px-4 py-3 font-semibold text-on-plantain">
              {paused}
            </p>
            <p className="flex flex-wrap items-center justify-between gap-3">
              <span>
                Paused <Countdown until={pausedUntil} />.
              </span>
              <ExtendButton state={{ paused, pausedUntil }} />
            </p>
            <p className="text-soft text-sm">
              Customers who were paying can still order. Cancel and refund what you cannot cook.
            </p>
            <Button type="submit" busy={busy}>
              Resume ordering
            </Button>
          </>
        )}
      </Form>
    </Part>
  )
}
