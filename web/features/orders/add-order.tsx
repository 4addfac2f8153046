import { useQueryClient } from '@tanstack/react-query'
import { call, sentence } from '#web/api/client.ts'
import { mergeOwnOrders, ownLiveOrders } from '#web/api/live-orders.ts'
import { queries } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/fields.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'

/** Adds an order that was made by phone or at the counter, with the code that the restaurant told. */
export default function AddOrder({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const { form, errors, fields, busy, setBusy, show, showFailure, field } = useFields({ code: '' })

  async function add() {
    const code = fields.code.trim()
    if (busy || show(code === '' ? { code: 'Enter the code that you were told.' } : {})) return
    setBusy(true)
    try {
      ownLiveOrders.add(await call('POST /api/order-links', { body: { code } }))
      client.setQueryData(queries.orders().queryKey, (list) => list && mergeOwnOrders(list))
      toast('Order added.', { kind: 'good', duration: toastTime.longer })
      onDone()
    } catch (error) {
      setBusy(false)
      showFailure(error, sentence(error, 'Could not reach the restaurant. Please try again.'))
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void add()}>
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
