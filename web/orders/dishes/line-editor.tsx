import { useState } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import type { CartLine } from '#domain/order/cart.ts'
import { CustomiserFrame } from './customiser-sheet.tsx'
import { type Draft, onMenu } from './drafts.ts'

/**
 * Edits a cart line. `onSave` gets the argument of `Cart.change`. `item` and `sources` are the dish in its current
 * version.
 */
export function LineEditor({
  line,
  item,
  sources,
  onSave,
  onClose,
  doneLabel = 'Save changes',
  endsWithoutExtras = false,
}: {
  /** The cart line, or the presets of a dish that is not in the cart. */
  readonly line: Draft
  readonly item: MenuItem
  readonly sources: Sources
  readonly onSave: (changed: Omit<CartLine, 'id'>) => void
  readonly onClose: () => void
  readonly doneLabel?: string
  /** CART-4: true to save and close when the last extra is removed. */
  readonly endsWithoutExtras?: boolean
}) {
  const [draft, setDraft] = useState<Draft>({
    selection: line.selection,
    quantity: line.quantity,
    chefComment: line.chefComment,
  })
  const save = (draft: Draft, seen: PricedLine) => {
    onSave({ itemId: item.id, category: item.category, ...draft, seen, picture: item.picture?.name ?? '' })
    onClose()
  }

  function change(next: Draft) {
    setDraft(next)
    if (!endsWithoutExtras || !hasExtras(item, draft) || hasExtras(item, next)) return
    const priced = Pricing.priceLine(item, sources, next.selection, next.quantity, next.chefComment)
    if (priced.ok) save(next, priced.value)
  }

  return (
    <CustomiserFrame
      item={item}
      sources={sources}
      draft={{ ...draft, selection: onMenu(item, sources, draft.selection) }}
      onChange={change}
      doneLabel={doneLabel}
      onDone={save}
      onClose={onClose}
    />
  )
}

const hasExtras = ({ groups }: MenuItem, { selection }: Draft) =>
  groups.some(({ id, role, min }) => role === 'extra' && min === 0 && Object.keys(selection[id] ?? {}).length > 0)
