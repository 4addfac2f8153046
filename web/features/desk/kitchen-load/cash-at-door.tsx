import type { KitchenLoad } from '#contract/kitchen-load.ts'
import * as Money from '#domain/money.ts'
import { toastDone } from '#web/features/desk/orders/order-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { useKitchenLoadChange } from './kitchen-load.ts'

/** Up to which sum riders collect for an order in cash. */
export function CashAtDoorSetting({ kitchenLoad: { cashAtDoorUpTo } }: { kitchenLoad: KitchenLoad }) {
  const change = useKitchenLoadChange()
  const { form, errors, show, fields, field, busy, send } = useFields({
    cashAtDoorUpTo: cashAtDoorUpTo === null ? '' : String(cashAtDoorUpTo),
  })

  function save() {
    const text = fields.cashAtDoorUpTo.trim()
    const upTo = text === '' ? null : typedAmount(text)
    if (upTo === undefined) return void show({ cashAtDoorUpTo: 'Please enter whole naira.' })
    void send({}, async () => {
      await change({ cashAtDoorUpTo: upTo })
      toastDone(
        upTo === null
          ? 'Cash at the door is off.'
          : `Riders collect up to ${Money.format(Money.naira(upTo))} an order.`,
      )
    })
  }

  return (
    <section aria-labelledby="cash-at-door" className="grid gap-3">
      <h3 id="cash-at-door" className="text-xl">
        Cash at the door
      </h3>
      <p className="text-soft">Cashiers start the cooking of an unpaid delivery, and its rider collects the money.</p>
      <Form form={form} errors={errors} onSubmit={save}>
        <Field
          label="Up to, an order (₦)"
          {...field('cashAtDoorUpTo')}
          inputMode="numeric"
          autoComplete="off"
          hint="Empty: off."
          maxLength={16}
        />
        <Button type="submit" look="secondary" busy={busy}>
          Set highest sum
        </Button>
      </Form>
    </section>
  )
}
