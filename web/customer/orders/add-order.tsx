import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/data/api/client.ts'
import { applyOwnOrders } from '#web/data/api/live-orders.ts'
import { toastDone } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'

/** Adds a phone or counter order to the account, by the link code. */
export default function AddOrder({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const { form, errors, fields, busy, field, send } = useFields({ code: '' })

  function add() {
    const code = fields.code.trim()
    void send(code === '' ? { code: 'Enter the code that we gave you.' } : {}, async () => {
      applyOwnOrders(client, [await call('POST /api/order-links', { body: { code } })])
      toastDone('Order added.')
      onDone()
    })
  }

  return (
    <Form form={form} errors={errors} onSubmit={add}>
      <Field
        {...field('code')}
        label="Code of your order"
        hint="We told you when you ordered by phone or at the counter."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <Button type="submit" busy={busy}>
        Add order
      </Button>
    </Form>
  )
}
