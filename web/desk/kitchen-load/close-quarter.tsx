import type { Quarter } from '#contract/quarters.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Sheet } from '#web/ui/sheet.tsx'

type Props = {
  readonly quarter: Quarter
  /**
   * Closes the quarter-hour. If `asks` is true, the server asks the customers of the orders for later in this
   * quarter-hour to choose another time.
   */
  readonly change: (asks: boolean) => Promise<unknown>
  readonly onClose: () => void
}

/**
 * Closes a quarter-hour that has orders for later. These orders keep their slot, unless staff choose to ask their
 * customers for another time.
 */
export function CloseQuarter({ quarter: { at, waiting }, change, onClose }: Props) {
  const form = useFields<{ orders: 'keep' | 'ask' }>({ orders: 'keep' })
  const isOne = waiting === 1

  async function close() {
    await change(form.fields.orders === 'ask')
    onClose()
  }

  return (
    <Sheet open onClose={onClose} title={`Close ${clock(at)}?`} bare>
      <SheetForm form={form} onSubmit={() => form.send({}, close)} submit={`Close ${clock(at)}`} onCancel={onClose}>
        <Choice
          legend={isOne ? 'It has an order for later' : `It has ${waiting} orders for later`}
          name="orders"
          value={form.fields.orders}
          onChange={(orders) => form.set('orders', orders)}
          options={[
            {
              value: 'keep',
              label: isOne ? 'Keep the order' : `Keep the ${waiting} orders`,
              hint: 'Only further orders are refused.',
            },
            {
              value: 'ask',
              label: isOne ? 'Ask this customer for another time' : `Ask these ${waiting} customers for another time`,
              hint: `${isOne ? 'The customer' : 'Each'} chooses another time, or cancels. Whoever ordered by phone must be called.`,
            },
          ]}
          error={form.errors.orders}
        />
      </SheetForm>
    </Sheet>
  )
}
