import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { DeskOrder, SoldOutLine } from '#contract/order/orders.ts'
import * as Substitution from '#domain/order/substitution.ts'
import { call } from '#web/data/api/client.ts'
import { type CallOnce, useCallOnce } from '#web/data/outbox/call-once.ts'
import { toastFailed } from '#web/data/toast.ts'
import { callToAsk } from '#web/desk/orders/asked-customer.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { CheckRow, RadioRow } from '#web/ui/forms/option-row.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { limitsQuery, untilTomorrow } from './limits-query.ts'

export function SoldOutForm({ order, onDone }: { order: DeskOrder; onDone: () => void }) {
  const left = order.items.flatMap((line, place) => (line.soldOutAt === undefined ? [{ line, place }] : []))
  const [off, setOff] = useState(true)
  /** True if this form has taken the dish off the menu. The undo puts a dish back only if the form took it off. */
  const isTakenOff = useRef(false)
  const { data: limited } = useQuery(limitsQuery)
  const callOnce = useCallOnce()
  const form = useDeskForm({
    record: (body: SoldOutLine) => call('POST /api/orders/:id/mark-sold-out', { params: { id: order.orderId }, body }),
    order,
    onDone,
    initial: { line: left.length === 1 ? String(left[0]?.place) : '' },
    undo: async ({ version }, { line }: SoldOutLine) => {
      if (isTakenOff.current) await setOnMenu(callOnce, order.items[line]?.itemId ?? '', true)
      return call('POST /api/orders/:id/unmark-sold-out', { params: { id: order.orderId }, body: { line, version } })
    },
  })
  const { errors, busy, fields, set, send } = form
  const calls = callToAsk(order)
  const chosen = left.find(({ place }) => String(place) === fields.line)

  async function submit() {
    if (busy) return
    const wrong: Record<string, string> = chosen ? {} : { line: 'Which dish is sold out?' }
    // Take the dish off the menu first, so that it is not offered to the customer as a substitution.
    if (chosen && off) isTakenOff.current = (await setOnMenu(callOnce, chosen.line.itemId, false)) || isTakenOff.current
    const body: SoldOutLine = { line: chosen?.place ?? 0, version: order.version }
    await send(wrong, body, () =>
      calls === '' ? `${order.customerName} was asked for a substitution.` : `${chosen?.line.name} sold out: ${calls}.`,
    )
  }

  return (
    <SheetForm form={form} onSubmit={submit} submit={calls === '' ? 'Ask the customer' : 'Mark sold out'}>
      <NeedsNetwork>
        {`${calls === '' ? 'The customer is asked over the network.' : 'Marking a dish needs the network.'} Keep this open until it is back.`}
      </NeedsNetwork>
      <fieldset aria-describedby={errors.line ? 'line-wrong' : undefined}>
        <legend className="mb-1 font-semibold">Which dish is sold out?</legend>
        <div className="divide-y divide-line">
          {left.map(({ line, place }) => (
            <RadioRow
              key={place}
              name="line"
              label={Substitution.described(line)}
              value={place}
              checked={fields.line === String(place)}
              onChange={() => set('line', String(place))}
            />
          ))}
        </div>
        {errors.line && (
          <p id="line-wrong" className="text-alarm text-sm">
            {errors.line}
          </p>
        )}
      </fieldset>
      <CheckRow
        label={`Take it off the menu ${untilTomorrow(limited?.tomorrow)}`}
        checked={off}
        onChange={(event) => setOff(event.target.checked)}
      />
      <p className="text-soft text-sm">
        {calls === ''
          ? `${order.customerName} chooses another dish, removes it, or cancels the order. A refund is owed for what costs less.`
          : `The customer has no order page: ${calls}. Then remove the dish, or cancel the order.`}
      </p>
    </SheetForm>
  )
}

/**
 * Puts the dish on or off the menu. Returns true if the dish was changed. Ignores a failure: asking the customer is
 * more urgent, and staff can also switch the dish in the dishes panel.
 */
export async function setOnMenu(callOnce: CallOnce, id: string, isAvailable: boolean): Promise<boolean> {
  try {
    const { items } = await call('GET /api/menu-items', { query: { ids: id } })
    if (items.find((item) => item.id === id)?.isAvailable === isAvailable) return false
    const body = isAvailable ? { isAvailable } : ({ isAvailable, until: 'opening' } as const)
    await callOnce('PATCH /api/menu-items/:id', { params: { id }, body })
    return true
  } catch (error) {
    const still = isAvailable ? 'The dish is still off the menu.' : 'The dish is still on the menu.'
    toastFailed(error, still)
    return false
  }
}
