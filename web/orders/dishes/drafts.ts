import { useSyncExternalStore } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { Selection, Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Pricing from '#domain/menu/pricing.ts'
import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'

/** The choices for a dish that is not in the cart yet. */
export type Draft = { readonly selection: Selection; readonly quantity: number; readonly chefComment: string }

// Drafts last until the tab closes, so closing a sheet or changing the page loses no choices.
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function update(itemId: string, draft: Draft | undefined): void {
  if (draft) drafts.set(itemId, draft)
  else drafts.delete(itemId)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the draft of a dish, which starts with the presets, and functions that change and delete the draft. */
export function useDraft(item: MenuItem, sources: Sources) {
  const stored = useSyncExternalStore(
    subscribe,
    () => drafts.get(item.id),
    () => undefined,
  )
  const presets = Menu.presets(item, sources)
  const draft: Draft = stored
    ? { ...stored, selection: onMenu(item, sources, stored.selection) }
    : { selection: presets, quantity: 1, chefComment: '' }
  return {
    draft,
    /** True if the customer has changed the choices or the note. */
    begun: draft.chefComment !== '' || Menu.selectionKey(draft.selection) !== Menu.selectionKey(presets),
    change: (draft: Draft) => update(item.id, draft),
    forget: () => update(item.id, undefined),
  }
}

/**
 * Returns the selection without choices that left the menu. Sold-out choices stay, so that the customer can see and
 * change them.
 */
export function onMenu(item: MenuItem, sources: Sources, selection: Selection): Selection {
  return only(item, sources, selection, () => true)
}

function only(item: MenuItem, sources: Sources, selection: Selection, which: (choice: Menu.Choice) => boolean) {
  return Object.fromEntries(
    item.groups.flatMap((group) => {
      const offered = Menu.choices(group, sources).filter(which)
      const left = Object.entries(selection[group.id] ?? {}).filter(([id]) =>
        offered.some((choice) => choice.id === id),
      )
      return left.length > 0 ? [[group.id, Object.fromEntries(left)]] : []
    }),
  )
}

/** Returns the price of a draft, also with a missing or unavailable choice (MENU-15), and the names of its choices. */
export function soFar(
  item: MenuItem,
  sources: Sources,
  { selection, quantity }: Draft,
): { readonly total: Naira; readonly chosen: readonly string[] } {
  const nothingRequired = { ...item, isAvailable: true, groups: item.groups.map((group) => ({ ...group, min: 0 })) }
  const possible = only(item, sources, selection, ({ isAvailable }) => isAvailable)
  const priced = Pricing.priceLine(nothingRequired, sources, possible, quantity)
  if (!priced.ok) return { total: Money.times(Menu.startingPrice(item, sources), quantity), chosen: [] }
  const { itemTotal: total, extras: choices } = priced.value
  return { total, chosen: choices.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)) }
}
