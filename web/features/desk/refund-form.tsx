import type { Order, Refund } from '#contract/orders.ts'
import * as Money from '#domain/money.ts'
import { orderCode } from '#domain/quote.ts'
import { Form } from '#web/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useDeskForm } from './desk-form.ts'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'

/** Records that money has gone back; the sending itself happens in the bank's app. */
export function RefundForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { form, errors, busy, fields, field, send } = useDeskForm({
    resource: 'refund',
    order,
    onDone,
    first: { reference: '' },
    unanswered: 'The house did not answer. Press again: a refund is recorded only once.',
  })

  function submit() {
    const body: Refund = { amount: order.owed, reference: fields.reference.trim() }
    const wrong: Record<string, string> =
      body.reference.length < 6 ? { reference: "Enter our bank's reference of the refund." } : {}
    void send(wrong, body, () => `${Money.format(order.owed)} paid back for ${orderCode(order.id)}.`)
  }

  return (
    <Form form={form} errors={errors} onSubmit={submit}>
      <MoneyNeedsNetwork />
      <p>
        First send <strong className="figures">{Money.format(order.owed)}</strong> from the bank's app to the account it
        came from. Then write down its reference: the customer reads it.
      </p>
      <Field
        label="Reference of the refund"
        {...field('reference')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={60}
      />
      <Button type="submit" busy={busy} className="mt-1 w-full">
        {Money.format(order.owed)} has gone back
      </Button>
    </Form>
  )
}
