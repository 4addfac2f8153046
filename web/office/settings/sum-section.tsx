import { useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import * as Money from '#domain/money/money.ts'
import { toastDone } from '#web/data/toast.ts'
import { Card } from '#web/office/frame/card.tsx'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { useSettingsChange } from '#web/staff/settings-change.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'

type Sum = {
  readonly name: 'secondPersonAbove' | 'cashAtDoorUpTo'
  readonly title: string
  readonly hint: string
  readonly label: string
  /** The hint that says what an empty field means. */
  readonly empty: string
  readonly set: string
  readonly done: (sum: string | null) => string
}

/** The sum above which two people must confirm a payment. */
export const secondPerson: Sum = {
  name: 'secondPersonAbove',
  title: 'Two people for large sums',
  hint: "Each reads the bank's record and confirms the payment from their own account.",
  label: 'Above (₦)',
  empty: 'Empty: one person confirms any sum.',
  set: 'Set limit',
  done: (sum) => (sum === null ? 'One person confirms any sum.' : `Two people above ${sum}.`),
}

/** The highest sum that a rider collects in cash for an order. */
export const cashAtDoor: Sum = {
  name: 'cashAtDoorUpTo',
  title: 'Cash at the door',
  hint: 'Cashiers start the cooking of an unpaid delivery, and its rider collects the money.',
  label: 'Up to, an order (₦)',
  empty: 'Empty: off.',
  set: 'Set highest sum',
  done: (sum) => (sum === null ? 'Cash at the door is off.' : `Riders collect up to ${sum} an order.`),
}

export function SumSection({ sum, settings }: { sum: Sum; settings: RestaurantSettings }) {
  return (
    <Card title={sum.title} hint={sum.hint}>
      <SumForm sum={sum} initial={settings[sum.name]} />
    </Card>
  )
}

function SumForm({ sum, initial }: { sum: Sum; initial: RestaurantSettings[Sum['name']] }) {
  const change = useSettingsChange()
  const [saved, setSaved] = useState(initial)
  const all = useFields<Record<string, string> & typeof proofFields>({
    [sum.name]: String(initial ?? ''),
    ...proofFields,
  })
  const { form, errors, fields, field, set, busy, send } = all
  const typed = fields[sum.name]?.trim() ?? ''
  const next = typed === '' ? null : typedAmount(typed)
  const { missing, prove, part } = useProof(all, next !== undefined && next !== saved)
  useUnsaved(next !== saved)

  function save() {
    void send(
      { ...(next === undefined && { [sum.name]: 'Please enter whole naira.' }), ...missing },
      async () => {
        if (next === undefined) return
        await change({ [sum.name]: next, was: { [sum.name]: saved }, ...(await prove()) })
        setSaved(next)
        for (const name of ['proof.password', 'proof.code'] as const) set(name, '')
        const text = sum.done(next === null ? null : Money.format(Money.naira(next)))
        toastDone(text)
      },
      checkFirst,
    )
  }

  return (
    <Form form={form} errors={errors} onSubmit={save}>
      <Field
        label={sum.label}
        {...field(sum.name)}
        inputMode="numeric"
        autoComplete="off"
        hint={sum.empty}
        maxLength={16}
      />
      {part}
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        {sum.set}
      </Button>
    </Form>
  )
}
