import { useState } from 'react'
import type { Item } from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import * as Cart from '#domain/order/cart.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { editableExtras } from './extras.ts'

type Props = {
  readonly line: Cart.CartLine
  readonly item: Item
  /** Gets the edited line. */
  readonly onClose: (line: Cart.CartLine) => void
}

/**
 * Changes the quantities of a line's extras (CART-4). The cart changes when the dialog closes: a quantity on the way from
 * three to one might make the line equal to another one, and merge them.
 */
export default function EditExtras({ line, item, onClose }: Props) {
  const [draft, setDraft] = useState(line)
  const extras = editableExtras(draft, item)

  function set(group: Parameters<typeof Cart.setExtra>[1], choiceId: string, quantity: number) {
    const next = Cart.setExtra(draft, group, choiceId, quantity)
    setDraft(next)
    if (editableExtras(next, item).length === 0) onClose(next)
  }

  return (
    <Sheet
      open
      onClose={() => onClose(draft)}
      title="Edit extras"
      foot={
        <Button className="w-full" onClick={() => onClose(draft)}>
          <span>Done</span>
          <Price amount={draft.seen.itemTotal} className="ml-auto" />
        </Button>
      }
    >
      <p className="pb-2 text-soft">{draft.seen.name}</p>
      <ul className="divide-y divide-line">
        {extras.map(({ group, choice }) => (
          <li
            key={`${group.id} ${choice.id}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
          >
            <div className="min-w-0 flex-1 basis-32">
              <p className="font-semibold wrap-anywhere">{choice.name}</p>
              <p className="text-sm text-soft">{choice.price > 0 ? `${Money.format(choice.price)} each` : 'Free'}</p>
            </div>
            <Stepper
              value={choice.quantity}
              onChange={(quantity) => set(group, choice.id, quantity)}
              label={choice.name}
              least={0}
              most={group.limit}
            />
          </li>
        ))}
      </ul>
      <p className="pt-3 text-sm text-soft">Set an extra to 0 to remove it.</p>
    </Sheet>
  )
}
