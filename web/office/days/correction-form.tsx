import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ClosedDay } from '#contract/books/days.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import { sentence } from '#web/data/api/client.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { recordedOnce } from '#web/data/outbox/call-once.ts'
import { Summary } from '#web/staff/summary.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { day } from '#web/ui/lagos-time.ts'
import { useSend } from '#web/ui/use-send.ts'

/**
 * Corrects a mistake in a signed day. The correction is recorded as a movement in the open day; the signed day stays
 * unchanged.
 */
export function CorrectionForm({ closedDay: { places, until } }: { closedDay: ClosedDay }) {
  const client = useQueryClient()
  const [place, setPlace] = useState('till')
  const [direction, setDirection] = useState<'more' | 'less'>('more')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState('')
  const [done, setDone] = useState(false)
  const { busy, send, callOnce } = useSend()
  const amount = (typedAmount(typed) ?? 0) * (direction === 'more' ? 1 : -1)
  const name = places.find((each) => each.place === place)?.name ?? place
  const confirmAmount = useConfirmAmount(DoubtfulSum.askCorrection(amount, name))

  async function save(event: FormEvent) {
    event.preventDefault()
    setDone(false)
    setFailure(amount ? '' : 'Enter the amount in whole naira.')
    if (!amount || !(await confirmAmount())) return
    void send(record, { onFailure: (error) => setFailure(sentence(error, recordedOnce)) })
  }

  async function record() {
    const body = { place, amount, reason: reason.trim() === '' ? '' : `${day(until)}: ${reason.trim()}` }
    setAnswer(client, 'GET /api/office/open-day', await callOnce('POST /api/office/open-day/corrections', { body }))
    setTyped('')
    setReason('')
    setDone(true)
  }

  return (
    <details className="rounded-card bg-raise px-4 shadow-card">
      <Summary className="min-h-12">Correct a mistake in the open day</Summary>
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-3 pb-4">
        <p className="text-sm text-soft">This day stays as it was signed. The correction is in the open day.</p>
        <Select label="Place" value={place} onChange={(event) => setPlace(event.target.value)}>
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
        <Field
          label="By how much?"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Field label="Reason" maxLength={150} value={reason} onChange={(event) => setReason(event.target.value)} />
        {failure && (
          <p role="alert" className="font-semibold text-alarm">
            {failure}
          </p>
        )}
        {done && <p role="status">The open day has the correction.</p>}
        <Button type="submit" busy={busy}>
          Correct
        </Button>
      </form>
    </details>
  )
}
