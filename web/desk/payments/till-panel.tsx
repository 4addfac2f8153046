import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import { shortestReason } from '#domain/text/words.ts'
import { invalidate } from '#web/data/api/query.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { recordedOnce } from '#web/data/outbox/call-once.ts'
import { toastFinal } from '#web/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { clock, day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { RidersCash } from './riders-cash.tsx'
import { tillQuery } from './till-query.ts'

/** Records cash that is put into or taken out of the till apart from orders, and lists earlier entries. */
export function TillPanel() {
  const client = useQueryClient()
  const { data } = useQuery(tillQuery)
  const [kind, setKind] = useState<'cash-in' | 'cash-out'>('cash-out')
  const { form, errors, fields, field, set, busy, send, callOnce } = useFields({ amount: '', note: '' })
  const amount = typedAmount(fields.amount) ?? 0
  const before = (data?.entries ?? []).filter((entry) => entry.kind === kind).map((entry) => entry.amount)
  const usual = `the most that was ${kind === 'cash-in' ? 'put in' : 'taken out'} before`
  const confirmAmount = useConfirmAmount(
    // An answer that the last release has cached lacks the till's sum (`holds`).
    (kind === 'cash-out' && DoubtfulSum.askOut(amount, data?.holds ?? null)) ||
      DoubtfulSum.ask(amount, Math.max(0, ...before), usual),
  )

  async function save() {
    const note = fields.note.trim()
    const wrong = {
      ...(amount === 0 && { amount: 'Please enter whole naira.' }),
      ...(note.length < shortestReason && { note: 'Say what it is for.' }),
    }
    const record = async () => {
      await callOnce('POST /api/desk/till', { body: { kind, amount, note } })
      set('amount', '')
      set('note', '')
      toastFinal(`${Money.format(Money.naira(amount))} ${kind === 'cash-in' ? 'put in' : 'taken out'}.`)
      void invalidate(client, 'GET /api/desk/till')
    }
    if (await confirmAmount(wrong)) await send(wrong, record, recordedOnce)
  }

  return (
    <div className="grid gap-5">
      <RidersCash />
      <Form form={form} errors={errors} onSubmit={() => void save()}>
        <MoneyNeedsNetwork />
        <Choice
          legend="What happens?"
          name="kind"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'cash-out', label: 'Cash out' },
            { value: 'cash-in', label: 'Cash in' },
          ]}
        />
        <Field label="Amount (₦)" {...field('amount')} required inputMode="numeric" autoComplete="off" maxLength={16} />
        <Field
          label="For what?"
          {...field('note')}
          required
          hint={kind === 'cash-in' ? 'Such as: float.' : 'Such as: gas for the grill.'}
          autoComplete="off"
          maxLength={200}
        />
        <Button type="submit" busy={busy}>
          {kind === 'cash-in' ? 'Put in' : 'Take out'} {Money.format(Money.naira(amount))}
        </Button>
      </Form>
      <TillEntries />
    </div>
  )
}

function TillEntries() {
  const query = useQuery(tillQuery)
  const { data, error } = query
  return (
    <section aria-labelledby="till-entries" className="grid gap-2">
      <h3 id="till-entries" className="text-xl">
        Before
      </h3>
      <LoadTrouble what={data ? 'The list may be out of date.' : 'The list did not load.'} query={query} />
      {!data && !error && <Skeleton className="h-40" />}
      {data?.entries.length === 0 && <p className="text-soft">Nothing was put in or taken out yet.</p>}
      <ul className="divide-y divide-line">
        {data?.entries.map(({ id, at, kind, amount, note, by }) => (
          <li key={id} className="wrap-anywhere grid grid-cols-[1fr_auto] gap-x-4 py-3">
            <p className="font-semibold">{note}</p>
            <p>
              {kind === 'cash-out' ? 'Out' : 'In'} <Price amount={amount} />
            </p>
            <p className="col-span-2 text-sm text-soft">
              {by} · {day(at)}, {clock(at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
