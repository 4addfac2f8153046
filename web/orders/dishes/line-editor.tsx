import { useState } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import type { CartLine } from '#domain/order/cart.ts'
import { CustomiserFrame } from './customiser-sheet.tsx'
import { type Draft, onMenu } from './drafts.ts'

/**
 * Changes the choices, note and quantity of a cart line. `onSave` gets the argument of `Cart.change`. `item` and `sources`
 * are the dish in its current version.
 */
export function LineEditor({
  line,
  item,
  sources,
  onSave,
  onClose,
  doneLabel = 'Save changes',
}: {
  /** The cart line, or the presets of a dish that is not in the cart. */
  readonly line: Draft
  readonly item: MenuItem
  readonly sources: Sources
  readonly onSave: (changed: Omit<CartLine, 'id'>) => void
  readonly onClose: () => void
  readonly doneLabel?: string
}) {
  const [draft, setDraft] = useState<Draft>({
    selection: line.selection,
    quantity: line.quantity,
    chefComment: line.chefComment,
  })
  return (
    <CustomiserFrame
      item={item}
      sources={sources}
      draft={{ ...draft, selection: onMenu(item, sources, draft.selection) }}
      onChange={setDraft}
      doneLabel={doneLabel}
      onDone={(draft, seen) => {
        onSave({ itemId: item.id, category: item.category, ...draft, seen, picture: item.picture?.name ?? '' })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
