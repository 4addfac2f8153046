import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { MenuCategory, PublishedMenu, SavedMenuDraft } from '#contract/menu/menu-document.ts'
import { same } from '#domain/menu/same.ts'
import { firstFree } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { useConfirmAction } from '#web/data/confirm-action.ts'
import { toastDone } from '#web/data/toast.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { newCategory } from './category-form.tsx'
import { dishName } from './dish-form.tsx'
import { type Dish, type Draft, isChanged, isUntouched, takenIds, withCategory } from './menu-draft.ts'
import { useMovedOn } from './moved-on.tsx'
import { useSavedDraft } from './saved-draft.ts'

export type Open = 'publish' | 'prices' | 'history' | 'import' | 'export' | 'category' | 'try'

export function useEditor(published: PublishedMenu, saved: SavedMenuDraft) {
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const own = useSavedDraft(saved)
  useUnsaved(own.standing !== 'saved')
  const kept = own.draft
  const draft: Draft = kept ?? published
  const [at, setAt] = useState<{ readonly category: string; readonly dish?: string }>({ category: '' })
  const [open, setOpen] = useState<Open>()
  /** The dish that was removed last, for the undo. Any other change of the draft clears this state. */
  const [removed, setRemoved] = useState<{ readonly dish: Dish; readonly before: Draft; readonly category: string }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const changed = isChanged(draft, published)
  const publishedDishes = new Map(published.categories.flatMap(({ items }) => items.map((dish) => [dish.id, dish])))
  const isStale = kept !== undefined && kept.version !== published.version
  const movedOn = useMovedOn({
    draft,
    published,
    isStale: isStale && own.standing !== 'conflict',
    onMerged(categories) {
      goOnWith(categories)
      toastDone(`Version ${published.version} was published somewhere else. Your draft goes on from it.`)
    },
    onCollision: () => setOpen(undefined),
  })

  const holding = (id: string) => draft.categories.find(({ items }) => items.some((item) => item.id === id))
  const category =
    (at.dish === undefined ? undefined : holding(at.dish)) ??
    draft.categories.find(({ id }) => id === at.category) ??
    draft.categories[0]
  const dish = category?.items.find(({ id }) => id === at.dish)

  /** Closes the sheet, and drops an untouched new category, which has no name and could not be published. */
  function close() {
    if (open === 'category' && category && isUntouched(category)) {
      change({ ...draft, categories: draft.categories.filter(({ id }) => id !== category.id) })
    }
    setOpen(undefined)
  }

  /** Shows a dish or the list, and moves the focus to the heading, because on a phone the dish replaces the list. */
  function show(next: typeof at) {
    setAt(next)
    requestAnimationFrame(() => heading.current?.focus())
  }

  function change(next: Draft | undefined) {
    own.change(next && isChanged(next, published) ? next : undefined)
    setRemoved(undefined)
  }

  /** Makes these categories the draft, as a change of the published version. Without a difference, drops the draft. */
  function goOnWith(categories: readonly MenuCategory[]) {
    const next = { version: published.version, categories }
    if (isChanged(next, published)) own.change(next)
    else own.published()
    setRemoved(undefined)
  }

  function removeDish(from: MenuCategory, dish: Dish) {
    const items = from.items.filter(({ id }) => id !== dish.id)
    change(withCategory(draft, from.id, (each) => ({ ...each, items })))
    setRemoved({ dish, before: draft, category: from.id })
    setAt({ category: from.id })
  }

  async function discard() {
    const isConfirmed = await confirm({
      title: 'Give up changes?',
      text: `What you changed since version ${draft.version} was published is lost.`,
      action: 'Give up all changes',
      danger: true,
    })
    if (isConfirmed) change(undefined)
  }

  function onPublished(menu: PublishedMenu) {
    setAnswer(client, 'GET /api/office/menu', menu)
    own.published()
    close()
    toastDone(`Version ${menu.version} is published.`)
  }

  function addCategory() {
    const { next, id } = newCategory(draft, category)
    change(next)
    setAt({ category: id })
    setOpen('category')
  }

  function addDish(to: MenuCategory) {
    const id = firstFree('new-dish', takenIds(draft))
    const added: Dish = {
      id,
      name: '',
      description: '',
      price: Money.zero,
      available: true,
      takesNote: true,
      groups: [],
    }
    change(withCategory(draft, to.id, (each) => ({ ...each, items: [...each.items, added] })))
    setAt({ category: to.id, dish: id })
    requestAnimationFrame(() => document.getElementsByName(dishName)[0]?.focus())
  }

  return {
    own,
    draft,
    category,
    dish,
    heading,
    changed,
    /** Returns the published dish; undefined for a new dish. */
    before: (id: string) => publishedDishes.get(id),
    changedDishes: changed
      ? draft.categories.flatMap(({ items }) => items.filter((dish) => !same(dish, publishedDishes.get(dish.id))))
      : [],
    isStale,
    movedOn,
    goOnWith,
    open,
    setOpen,
    close,
    show,
    setAt,
    change,
    discard,
    onPublished,
    addCategory,
    addDish,
    removeDish,
    removed,
    putBack() {
      if (!removed) return
      change(removed.before)
      show({ category: removed.category, dish: removed.dish.id })
    },
  }
}

export type Editor = ReturnType<typeof useEditor>
