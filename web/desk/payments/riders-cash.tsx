import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RiderCash } from '#contract/books/till.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { ApiFailure } from '#web/data/api/client.ts'
import { invalidate } from '#web/data/api/query.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { recordedOnce } from '#web/data/outbox/call-once.ts'
import { toastFinal } from '#web/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { type Errors, Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { Price } from '#web/ui/price.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { tillQuery } from './till-query.ts'

/** The riders who carry cash, each with a form that takes the cash in. */
export function RidersCash() {
  const { data } = useQuery(tillQuery)
  const [openId, setOpenId] = useState<string>()
  if (!data || data.riders.length === 0) return null

  function close() {
    refocus()
    setOpenId(undefined)
  }

  return (
    <section aria-labelledby="riders-cash" className="grid gap-1">
      <h3 id="riders-cash" className="text-xl">
        Riders with cash
      </h3>
      <ul className="divide-y divide-line border-line border-b">
        {data.riders.map((rider) => (
          <li key={rider.id} aria-label={rider.name} className="grid gap-2 py-3">
            <Carried rider={rider} />
            {openId === rider.id ? (
              <TakeIn key={rider.carries} rider={rider} onClose={close} />
            ) : (
              rider.carries > 0 && (
                <Button variant="secondary" onClick={() => setOpenId(rider.id)}>
                  Take in cash<span className="sr-only"> from {rider.name}</span>
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Carried({ rider: { name, carries, isActive, collected } }: { rider: RiderCash }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="wrap-anywhere">
          {name}
          {!isActive && <span className="font-normal text-soft">, no rider any more</span>}
        </strong>
        <span>
          {carries < 0 && 'Too much: '}
          <Price amount={Money.naira(Math.abs(carries))} className="text-xl" />
        </span>
      </p>
      {collected.length > 0 && (
        <p className="wrap-anywhere text-sm text-soft">
          Collected:{' '}
          {collected.map(({ orderId, amount }) => `${orderCode(orderId)} ${Money.format(amount)}`).join(', ')}
        </p>
      )}
    </>
  )
}

function TakeIn({ rider, onClose }: { rider: RiderCash; onClose: () => void }) {
  const client = useQueryClient()
  const { id: riderId, name, carries: carried } = rider
  const { form, errors, fields, field, busy, send, callOnce } = useFields({ amount: String(carried) })
  const amount = typedAmount(fields.amount) ?? 0
  const confirmAmount = useConfirmAmount(DoubtfulSum.ask(amount, carried, `what ${name} should have`))
  useEffect(() => form.current?.querySelector('input')?.select(), [form])
  const difference = amount > 0 ? DoorCash.compare(Money.naira(carried), Money.naira(amount)) : ''

  async function save() {
    const wrong: Errors = amount === 0 ? { amount: 'Please enter whole naira.' } : {}
    if (await confirmAmount(wrong)) await send(wrong, takeIn, recordedOnce)
  }

  async function takeIn() {
    const readTill = () => invalidate(client, 'GET /api/desk/till')
    try {
      // The last argument gives another amount another idempotency key, because the rider's cash may change while the
      // form is open.
      await callOnce('POST /api/desk/till', { body: { kind: 'handed-in', riderId, carried, amount } }, amount)
      toastFinal(`${Money.format(Money.naira(amount))} taken in from ${name}${difference && `, ${difference}`}.`)
      onClose()
    } catch (error) {
      if (error instanceof ApiFailure) void readTill()
      throw error
    }
    void readTill()
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void save()}>
      <MoneyNeedsNetwork />
      <Field
        label="Counted (₦)"
        {...field('amount')}
        required
        inputMode="numeric"
        autoComplete="off"
        maxLength={16}
        hint={difference === '' ? `${name} should have ${Money.format(Money.naira(carried))}.` : `${difference}.`}
      />
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button type="submit" busy={busy}>
          Take in {Money.format(Money.naira(amount))}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Wait
        </Button>
      </div>
    </Form>
  )
}
