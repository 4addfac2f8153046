import { type ComponentType, useRef, useState } from 'react'
import type { CategorySummary, MenuItem } from '#contract/menu/menu.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Cart from '#domain/order/cart.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { cartStore } from '#web/data/storage/cart-store.ts'
import { toastFailed } from '#web/data/toast.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import type { Today } from './cart-check.ts'
import { CartLineCard, changeId } from './cart-line.tsx'

export type LineEditor = ComponentType<{
  readonly line: Cart.CartLine
  readonly item: MenuItem
  readonly sources: Sources
  readonly onSave: (changed: Omit<Cart.CartLine, 'id'>) => void
  readonly onClose: () => void
  readonly endsWithoutExtras?: boolean
}>

type Props = {
  readonly cart: Cart.Cart
  readonly today: Today
  readonly categories: readonly CategorySummary[]
  /** Removes lines. The caller offers Undo. */
  readonly onRemove: (ids: readonly string[]) => void
  readonly loadEditor: () => Promise<LineEditor>
  readonly times: Parameters<typeof CartLineCard>[0]['times']
}

export default function CartLines({ cart, today, categories, onRemove, loadEditor, times }: Props) {
  const [changing, setChanging] = useState<string>()
  const [Editor, setEditor] = useState<LineEditor>()
  const changed = cart.items.find(({ id }) => id === changing)
  const changedItem = changed && today.item(changed)
  const heading = useRef<HTMLHeadingElement>(null)

  function remove(ids: readonly string[]) {
    onRemove(ids)
    // The line disappears with its focused button, so the heading gets the focus.
    heading.current?.focus({ preventScroll: true })
  }

  async function change(line: Cart.CartLine) {
    setChanging(line.id)
    try {
      const loaded = await loadEditor()
      setEditor(() => loaded)
    } catch {
      setChanging(undefined)
      toastFailed('Connection failed.')
    }
  }

  function endChange(line: Cart.CartLine) {
    setChanging(undefined)
    refocusOn(line)
  }

  /**
   * Moves the focus after a press on a button that disappears, because the line no longer needs a decision or is merged
   * with an equal line.
   */
  function refocusOn(line: Cart.CartLine) {
    refocus(() => document.getElementById(changeId(line)) ?? heading.current)
  }

  function goWithout(line: Cart.CartLine) {
    const rest = today.lacking(line).reduce((line, { group, id }) => Cart.setExtra(line, group, id, 0), line)
    cartStore.set((cart) => Cart.change(cart, line.id, rest))
    refocusOn(line)
  }

  function canGoWithout(line: Cart.CartLine): boolean {
    const lacking = today.lacking(line)
    if (lacking.length === 0) return false
    const rest = lacking.reduce((line, { group, id }) => Cart.setExtra(line, group, id, 0), line)
    return today.verdict(rest).state !== 'unavailable'
  }

  return (
    <section aria-labelledby="cart-lines">
      <div className="flex flex-wrap items-center justify-between gap-x-4 pb-2">
        <h2 ref={heading} id="cart-lines" tabIndex={-1} className="text-dish outline-none">
          {Cart.count(cart) === 1 ? '1 item' : `${Cart.count(cart)} items`}
        </h2>
        <TextButton onClick={() => remove(cart.items.map(({ id }) => id))}>Clear cart</TextButton>
      </div>
      {today.state === 'unreachable' && (
        <p className="mb-3 flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-raise2 px-4 py-2">
          <span>Could not reach the restaurant. These are the prices you saw last.</span>
          <TextButton onClick={today.refetch}>Try again</TextButton>
        </p>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-raise shadow-card">
        {cart.items.map((line) => {
          const item = today.item(line)
          const verdict = today.verdict(line)
          return (
            <CartLineCard
              key={line.id}
              line={line}
              tile={item?.tile ?? categories.find(({ id }) => id === line.category)?.tile ?? 'ember'}
              verdict={verdict}
              onQuantity={(quantity) => cartStore.set((cart) => Cart.setQuantity(cart, line.id, quantity))}
              onRemove={() => remove([line.id])}
              times={times}
              onChange={canBeChanged(item) ? () => void change(line) : undefined}
              changing={changing === line.id && !Editor}
              onAccept={(now) => {
                cartStore.set((cart) => Cart.accept(cart, line.id, now))
                refocusOn(line)
              }}
              onGoWithout={verdict.state === 'unavailable' && canGoWithout(line) ? () => goWithout(line) : undefined}
            />
          )
        })}
      </ul>
      {Editor && changed && changedItem && (
        <Editor
          key={changed.id}
          line={changed}
          item={changedItem}
          sources={today.sources}
          endsWithoutExtras
          onSave={(next) => cartStore.set((cart) => Cart.change(cart, changed.id, next))}
          onClose={() => endChange(changed)}
        />
      )}
    </section>
  )
}

function canBeChanged(item: MenuItem | undefined): boolean {
  if (!item?.isAvailable) return false
  return item.groups.length > 0 || item.takesNote
}
