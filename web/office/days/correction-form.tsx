import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClosedDay } from '#contract/books/days.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { recordedOnce } from '#web/data/outbox/call-once.ts'
import { Summary } from '#web/staff/summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { type Errors, Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { day } from '#web/ui/lagos-time.ts'

/**
 * Corrects a mistake in a signed day. The correction is recorded as a movement in the open day; the signed day stays
 * unchanged.
 */
export function CorrectionForm({ closedDay: { places, until } }: { closedDay: ClosedDay }) {
  const client = useQueryClient()
  const [direction, setDirection] = useState<'more' | 'less'>('more')
  const [done, setDone] = useState(false)
  const { form, errors, busy, fields, field, set, send, callOnce } = useFields({
    place: 'till',
    amount: '',
    reason: '',
  })
  const { place } = fields
  const reason = fields.reason.trim()
  const amount = (typedAmount(fields.amount) ?? 0) * (direction === 'more' ? 1 : -1)
  const name = places.find((each) => each.place === place)?.name ?? place
  const confirmAmount = useConfirmAmount(DoubtfulSum.askCorrection(amount, name))

  async function save() {
    setDone(false)
    const wrong: Errors = amount ? {} : { amount: 'Enter the amount in whole naira.' }
    if (await confirmAmount(wrong)) await send(wrong, record, recordedOnce)
  }

  async function record() {
    const body = { place, amount, reason: reason === '' ? '' : `${day(until)}: ${reason}` }
    setAnswer(client, 'GET /api/office/open-day', await callOnce('POST /api/office/open-day/corrections', { body }))
    set('amount', '')
    set('reason', '')
    setDone(true)
  }

  return (
    <details className="rounded-card bg-raise px-4 open:pb-4 shadow-card">
      <Summary className="min-h-12">Correct a mistake in the open day</Summary>
      <Form form={form} errors={errors} onSubmit={() => void save()}>
        <p className="text-sm text-soft">This day stays as it was signed. The correction is in the open day.</p>
        <Select label="Place" {...field('place')}>
          {places.map(({ place, name }) => (
            <option key={place} value={place}>
              {name}
            </option>
          ))}
        </Select>
        <Choice
          legend="What was really there?"
          name="direction"
          value={direction}
          onChange={setDirection}
          options={[
            { value: 'more', label: 'More' },
            { value: 'less', label: 'Less' },
          ]}
        />
        <Field label="By how much?" inputMode="numeric" autoComplete="off" {...field('amount')} />
        <Field label="Reason" maxLength={150} {...field('reason')} />
        {done && <p role="status">The open day has the correction.</p>}
        <Button type="submit" busy={busy}>
          Correct
        </Button>
      </Form>
    </details>
  )
}
