import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { User } from '#contract/session.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { sentence } from '#web/api/client.ts'
import { said } from '#web/features/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { kitchenLoadQuery, noAnswer, useFloorChange } from './kitchen-load.ts'
import { OwnerCallSettings } from './owner-calls.tsx'

/** How the restaurant stands, in a word on a button. */
export function KitchenLoadButton({ onOpen, className }: { onOpen: () => void; className: string }) {
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const state = kitchenLoad?.paused ? 'paused' : kitchenLoad?.rushMinutes ? `+${kitchenLoad.rushMinutes} min` : 'off'
  return (
    <button type="button" onClick={onOpen} className={className}>
      Rush
      <span className={state === 'off' ? 'text-soft' : 'text-alarm'}>{state}</span>
    </button>
  )
}

/** What the staff can change about it. */
export function KitchenLoadPanel({ user }: { user: User }) {
  const { data: kitchenLoad, isError, refetch } = useQuery({ ...kitchenLoadQuery, refetchOnMount: 'always' })
  if (kitchenLoad) {
    return (
      <div className="grid gap-8">
        <Rush kitchenLoad={kitchenLoad} />
        <Capacity key={kitchenLoad.capacity} kitchenLoad={kitchenLoad} />
        <Pause kitchenLoad={kitchenLoad} />
        {isOneOf(user.role, policy.owners) && <OwnerCallSettings kitchenLoad={kitchenLoad} />}
      </div>
    )
  }
  return isError ? (
    <p role="alert" className="flex flex-wrap items-center justify-between gap-3 text-alarm">
      This did not load.
      <Button look="secondary" onClick={() => void refetch()}>
        Try again
      </Button>
    </p>
  ) : (
    <p role="status" className="text-soft">
      One moment…
    </p>
  )
}

const steps = [0, 10, 20, 30, 45, 60]

function Rush({ kitchenLoad: { rushMinutes } }: { kitchenLoad: KitchenLoad }) {
  const change = useFloorChange()
  const [busy, setBusy] = useState<number>()
  const [failure, setFailure] = useState('')

  async function set(minutes: number) {
    setBusy(minutes)
    setFailure('')
    try {
      await change({ rushMinutes: minutes })
      said(minutes === 0 ? 'The rush is over.' : `Promises are ${minutes} minutes later now.`)
    } catch (error) {
      setFailure(sentence(error, noAnswer))
    }
    setBusy(undefined)
  }

  return (
    <section aria-labelledby="rush" className="grid gap-3">
      <h3 id="rush" className="text-xl">
        Rush
      </h3>
      <p className="text-soft">Minutes on top of what the load says. Customers are told the later time at once.</p>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that each do something, not fields of a form */}
      <div role="group" aria-labelledby="rush" className="flex flex-wrap gap-2">
        {steps.map((minutes) => (
          <Button
            key={minutes}
            look={minutes === rushMinutes ? 'primary' : 'secondary'}
            aria-pressed={minutes === rushMinutes}
            busy={busy === minutes}
            className="flex-1"
            onClick={() => void set(minutes)}
          >
            {minutes === 0 ? 'Off' : `+${minutes}`}
          </Button>
        ))}
      </div>
      {failure && (
        <p role="alert" className="text-alarm">
          {failure}
        </p>
      )}
    </section>
  )
}

function Capacity({ kitchenLoad: { capacity, open } }: { kitchenLoad: KitchenLoad }) {
  const change = useFloorChange()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [typed, setTyped] = useState(String(capacity))
  const [busy, setBusy] = useState(false)

  async function save() {
    if (show(/^[1-9]\d{0,2}$/.test(typed) ? {} : { capacity: 'Enter a number from 1 to 500.' })) return
    setBusy(true)
    try {
      await change({ capacity: Number(typed) })
      said(`The kitchen counts as full with ${typed} orders.`)
    } catch (error) {
      showFailure(error, ['capacity'], sentence(error, noAnswer))
    }
    setBusy(false)
  }

  return (
    <section aria-labelledby="capacity" className="grid gap-3">
      <h3 id="capacity" className="text-xl">
        Capacity
      </h3>
      <p className={open > capacity ? 'font-semibold text-alarm' : 'text-soft'}>
        {open} of {capacity} orders are open.
        {open > capacity && ' That is more than can be kept by the stated time: add minutes, or pause.'}
      </p>
      <Form form={form} errors={errors} onSubmit={() => void save()}>
        <Field
          label="Orders cooked side by side"
          name="capacity"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value.trim())
            forgive('capacity')
          }}
          error={errors.capacity}
          required
        />
        <Button type="submit" look="secondary" busy={busy}>
          Set capacity
        </Button>
      </Form>
    </section>
  )
}

const usual = 'The kitchen is full. We take orders again in about half an hour.'

function Pause({ kitchenLoad: { paused } }: { kitchenLoad: KitchenLoad }) {
  const change = useFloorChange()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [text, setText] = useState(usual)
  const [busy, setBusy] = useState(false)

  async function set(next: string | null) {
    // As the contract bounds it.
    if (show(next !== null && next.length < 3 ? { paused: 'Say it in a sentence: customers read it.' } : {})) return
    setBusy(true)
    try {
      await change({ paused: next })
      said(next === null ? 'Orders are taken again.' : 'Ordering is paused. Who is paying already still gets through.')
    } catch (error) {
      showFailure(error, ['paused'], sentence(error, noAnswer))
    }
    setBusy(false)
  }

  return (
    <section aria-labelledby="pause" className="grid gap-3">
      <h3 id="pause" className="text-xl">
        Pause ordering
      </h3>
      <Form form={form} errors={errors} onSubmit={() => void set(paused === null ? text.trim() : null)}>
        {paused === null ? (
          <>
            <Field
              label="What customers read"
              name="paused"
              autoComplete="off"
              maxLength={200}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                forgive('paused')
              }}
              error={errors.paused}
              hint="On every page of the restaurant, before they choose anything. Who is paying already still gets through."
              required
            />
            <Button type="submit" look="danger" busy={busy}>
              Pause ordering
            </Button>
          </>
        ) : (
          <>
            <p className="wrap-anywhere rounded-control bg-plantain px-4 py-3 font-semibold text-on-plantain">
              {paused}
            </p>
            <p className="text-soft text-sm">
              Orders of those who were paying already still come in. What you cannot cook, cancel and pay back.
            </p>
            <Button type="submit" busy={busy}>
              Take orders again
            </Button>
          </>
        )}
      </Form>
    </section>
  )
}
