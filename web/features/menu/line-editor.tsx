import { useState } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { CartLine } from '#domain/cart.ts'
import type { Sources } from '#domain/menu.ts'
import { CustomiserFrame } from './customiser-sheet.tsx'
import { type Draft, onMenu } from './drafts.ts'

/**
 * Changes the choices, the note or the quantity of a line of the cart. `onSave` gets what `Cart.change` takes; nothing
 * is saved until then. `item` and `sources` are the dish as it stands today.
 */
export function LineEditor({
  line,
  item,
  sources,
  onSave,
  onClose,
  doneLabel = 'Save changes',
}: {
  /** Or what a dish begins with that is in no cart yet. */
  readonly line: Draft
  readonly item: MenuItem
  readonly sources: Sources
  readonly onSave: (changed: Omit<CartLine, 'id'>) => void
  readonly onClose: () => void
  readonly doneLabel?: string
}) {
  const [draft, setDraft] = useState<Draft>({ selection: line.selection, quantity: line.quantity, note: line.note })
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
