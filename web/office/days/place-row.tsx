import { useId, useState } from 'react'
import type { OpenDay, OpenPlace } from '#contract/books/days.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import { placeKind } from '#domain/books/movement.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { keepFocus } from '#web/staff/keep-focus.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { type Errors, Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { rowActionClass } from '#web/ui/row.tsx'
import { StatementSheet } from './statement-sheet.tsx'

type Props = {
  readonly place: OpenPlace
  /** True if the person may import a bank's statement. */
  readonly canBring: boolean
  readonly onChanged: (after: OpenDay) => void
}

export function PlaceRow({ place, canBring, onChanged }: Props) {
  const [form, setForm] = useState<'count' | 'statement'>()
  const id = useId()
  const { name, expected, counted, lines, opening, fault, proof } = place
  const isAccount = placeKind(place.place) === 'account'
  const done = (after: OpenDay) => {
    onChanged(after)
    setForm(undefined)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listener gets the clicks of the buttons inside, and a key press on a button is a click
    <li aria-label={name} onClick={() => keepFocus(() => document.getElementById(id))} className="grid gap-2 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={id} tabIndex={-1} className="wrap-anywhere font-semibold">
          {name}
        </h3>
        <p className="ml-auto">
          <span className="text-sm text-soft">{isAccount ? 'came in, less refunds ' : 'should be '}</span>
          <span className="figures text-lg">{BusinessDay.format(expected)}</span>
        </p>
      </div>
      {opening !== 0 && (
        <p className="text-sm text-soft">{BusinessDay.format(opening)} was there when the day began.</p>
      )}
      {counted !== null && <Counted place={place} />}
      {proof && <p className="text-sm text-soft">{proven(proof)}</p>}
      {fault !== undefined && <p className="font-semibold text-alarm text-sm">{fault}</p>}
      {form === 'count' ? (
        <CountForm place={place} onDone={done} onCancel={() => setForm(undefined)} />
      ) : (
        <div className="-mb-2 flex flex-wrap gap-x-4">
          {isAccount && canBring && (
            <button type="button" className={rowActionClass} onClick={() => setForm('statement')}>
              {lines === null ? 'Import statement' : 'Import another statement'}
            </button>
          )}
          {lines === null && (
            <button type="button" className={rowActionClass} onClick={() => setForm('count')}>
              {counted === null ? (isAccount ? 'Enter what the bank shows' : 'Count') : 'Count again'}
            </button>
          )}
        </div>
      )}
      <StatementSheet place={place} open={form === 'statement'} onClose={() => setForm(undefined)} onDone={done} />
    </li>
  )
}

function proven({
  opening,
  closing,
  holds,
  rows,
  unprovenRows,
  firstBreak,
  ...moved
}: NonNullable<OpenPlace['proof']>) {
  const { format } = BusinessDay
  const sums = `${format(opening)} + ${format(moved.in)} − ${format(moved.out)}`
  if (holds) return `Proven by its balances: ${sums} = ${format(closing)}.`
  return `${rows - unprovenRows} of ${rows} rows proven; row ${firstBreak} does not add up with the row before.`
}

function Counted({ place }: { place: OpenPlace }) {
  const { expected, counted, countedBy, countedAt, lines, unexplained } = place
  if (counted === null) return null
  const kind = BusinessDay.countKind({ place: place.place, expected, counted })
  const difference = BusinessDay.difference({ place: place.place, expected, counted })
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
      <span className="text-soft">
        {lines === null
          ? `Counted by ${countedBy ?? 'somebody'}${countedAt ? `, ${clock(countedAt)}` : ''}`
          : `Statement, ${lines === 1 ? '1 line' : `${lines} lines`}`}
        : <span className="figures text-text">{BusinessDay.format(counted)}</span>
      </span>
      <strong className={kind ? (unexplained === 0 ? 'text-promise' : 'text-alarm') : 'text-leaf'}>
        {kind ? `${BusinessDay.countTitles[kind]}: ${BusinessDay.format(difference)}` : 'No difference'}
        {kind && lines !== null && unexplained === 0 && ', all of it named'}
      </strong>
    </p>
  )
}

type CountProps = {
  readonly place: OpenPlace
  readonly onDone: (after: OpenDay) => void
  readonly onCancel: () => void
}

function CountForm({ place: { place, name, expected }, onDone, onCancel }: CountProps) {
  const { form, errors, busy, fields, field, send, callOnce } = useFields({ counted: '' })
  const counted = typedAmount(fields.counted)
  const confirmAmount = useConfirmAmount(DoubtfulSum.ask(counted ?? 0, expected, 'what should be there'))
  useUnsaved(fields.counted !== '')

  async function save() {
    const wrong: Errors =
      counted === undefined ? { counted: 'Enter what is there, in whole naira; 0 if nothing is.' } : {}
    const body = { place, counted: counted ?? 0 }
    const count = async () => onDone(await callOnce('PUT /api/office/open-day/count', { body }))
    if (await confirmAmount(wrong)) await send(wrong, count, checkFirst)
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void save()}>
      <Field label={`Counted: ${name}`} inputMode="numeric" autoComplete="off" autoFocus {...field('counted')} />
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Back
        </Button>
      </div>
    </Form>
  )
}
