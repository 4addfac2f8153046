import type { KitchenLoad } from '#contract/kitchen-load.ts'
import * as Money from '#domain/money.ts'
import { toastDone } from '#web/features/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { useKitchenLoadChange } from './kitchen-load.ts'

/** Above which sum two people confirm a payment. */
export function SecondPersonSetting({ kitchenLoad: { secondPersonAbove } }: { kitchenLoad: KitchenLoad }) {
  const change = useKitchenLoadChange()
  const { form, errors, show, fields, field, busy, send } = useFields({
    secondPersonAbove: secondPersonAbove === null ? '' : String(secondPersonAbove),
  })

  function save() {
    const text = fields.secondPersonAbove.trim()
    const above = text === '' ? null : typedAmount(text)
    if (above === undefined) return void show({ secondPersonAbove: 'Please enter whole naira.' })
    void send({}, async () => {
      await change({ secondPersonAbove: above })
      toastDone(
        above === null ? 'One person confirms any sum.' : `Two people above ${Money.format(Money.naira(above))}.`,
      )
    })
  }

  return (
    <section aria-labelledby="second-person" className="grid gap-3">
      <h3 id="second-person" className="text-xl">
        Two people for large sums
      </h3>
      <p className="text-soft">Each reads the bank's record and confirms the payment from their own account.</p>
      <Form form={form} errors={errors} onSubmit={save}>
        <Field
          label="Above (₦)"
          {...field('secondPersonAbove')}
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: one person confirms any sum."
          maxLength={16}
        />
        <Button type="submit" look="secondary" busy={busy}>
          Set limit
        </Button>
      </Form>
    </section>
  )
}
