import { useQuery } from '@tanstack/react-query'
import type { MenuItem, MenuSources } from '#contract/menu/menu.ts'
import type { MenuCategory, PublishedMenu } from '#contract/menu/menu-document.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import { same } from '#domain/menu/same.ts'
import { firstFree, slug } from '#domain/menu/slug.ts'
import { queries } from '#web/data/api/queries.ts'
import { query } from '#web/data/api/query.ts'

export type Dish = MenuCategory['items'][number]

/** The edited menu. `version` is the number of the published version that was edited. */
export type Draft = { readonly version: number; readonly categories: readonly MenuCategory[] }

export const publishedQuery = query('GET /api/office/menu', {
  staleTime: 0,
})

export const versionsQuery = query('GET /api/office/menu-versions', {
  staleTime: 0,
})

export type KnownItem = Pick<MenuItem, 'id' | 'isAvailable'> & Partial<Pick<MenuItem, 'picture' | 'backAt'>>

/** Returns the dishes of the published menu by id, including dishes that only option groups offer. */
export function usePublishedItems(): ReadonlyMap<string, KnownItem> {
  const { data } = useQuery({ ...queries.wholeMenu(), refetchOnMount: 'always' })
  const choices: readonly KnownItem[] = Object.values(data?.sources ?? {}).flat()
  return new Map([...choices, ...(data?.items ?? [])].map((item) => [item.id, item]))
}

export const isChanged = (draft: Draft, published: PublishedMenu) => !same(draft.categories, published.categories)

export function withCategory(draft: Draft, id: string, change: (category: MenuCategory) => MenuCategory): Draft {
  return { ...draft, categories: draft.categories.map((each) => (each.id === id ? change(each) : each)) }
}

export function withDish(draft: Draft, category: string, id: string, change: (dish: Dish) => Dish): Draft {
  return withCategory(draft, category, (each) => ({
    ...each,
    items: each.items.map((item) => (item.id === id ? change(item) : item)),
  }))
}

export function withGroup(draft: Draft, category: string, group: OptionGroup): Draft {
  return withCategory(draft, category, (each) => ({
    ...each,
    groups: each.groups.some(({ id }) => id === group.id)
      ? each.groups.map((other) => (other.id === group.id ? group : other))
      : [...each.groups, group],
  }))
}

/**
 * Returns the list with the entry moved one place earlier (-1) or later (1). Returns the list unchanged if the entry is
 * already first or last.
 */
export function moved<Entry extends { readonly id: string }>(list: readonly Entry[], id: string, by: -1 | 1): Entry[] {
  const from = list.findIndex((entry) => entry.id === id)
  const other = list[from + by]
  const entry = list[from]
  if (!entry || !other) return [...list]
  return list.map((each, at) => (at === from ? other : at === from + by ? entry : each))
}

export function movedTo<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** Returns a sentence for each reason why the draft cannot be published. The server checks further rules. */
export function problems({ categories }: Draft, published: PublishedMenu): string[] {
  const known = takenIds(published)
  return categories.flatMap(({ title: written, listed, groups, items }) => {
    const title = written.trim() || 'the category without a name'
    return [
      ...(written.trim() === '' ? ['A category has no name.'] : []),
      ...(items.length === 0 ? [`There is no dish in ${title}: add one, or remove the category.`] : []),
      ...items.filter(({ name }) => name.trim() === '').map(() => `A dish in ${title} has no name.`),
      ...items
        .filter((dish) => listed && !known.has(dish.id) && dish.price === 0 && !hasSizes(groups, dish))
        .map(({ name }) => `${name || 'The dish without a name'} has no price.`),
    ]
  })
}

const hasSizes = (groups: readonly OptionGroup[], dish: Dish) =>
  groups.some(({ id, role }) => role === 'size' && dish.groups.includes(id))

/** Returns a dish of the draft as customers would see it. */
export function shown(category: MenuCategory, dish: Dish, picture: MenuItem['picture']): MenuItem {
  return {
    id: dish.id,
    category: category.id,
    name: dish.name,
    description: dish.description,
    price: dish.price,
    isAvailable: true,
    takesNote: dish.takesNote,
    groups: dish.groups.flatMap((id) => category.groups.find((group) => group.id === id) ?? []),
    picture,
    tile: category.tile,
    bestseller: dish.bestseller ?? false,
    heat: dish.heat ?? 0,
    diet: dish.diet ?? [],
    version: 0,
    added: category.added,
    shortToast: category.shortToast,
  }
}

export function sourcesOf({ categories }: Draft): MenuSources {
  const choice = ({ id, name, price }: Dish) => ({ id, name, price, isAvailable: true, version: 0 })
  return Object.fromEntries(categories.map(({ id, items }) => [id, items.map(choice)]))
}

export const takenIds = ({ categories }: Draft) =>
  new Set(categories.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]))

/**
 * Returns true for the temporary id of a new category or dish. Publishing replaces the temporary id by an id made of
 * the name.
 */
const isProvisional = (id: string) => /^new-(?:dish|category)(?:-\d+)?$/.test(id)

export const isUntouched = ({ id, title, picture, groups, items }: MenuCategory) =>
  isProvisional(id) && title.trim() === '' && !picture && groups.length + items.length === 0

/**
 * Returns the draft as it is published: new categories and dishes have ids made of their names, and unused groups are
 * left out.
 */
export function settled(draft: Draft, published: PublishedMenu): MenuCategory[] {
  const known = takenIds(published)
  const taken = new Set(known)
  const ids = new Map<string, string>()
  for (const { id, title, items } of draft.categories) {
    for (const each of [{ id, name: title }, ...items]) {
      if (known.has(each.id) || !isProvisional(each.id)) continue
      const fresh = firstFree(slug(each.name, 'dish'), taken)
      taken.add(fresh)
      ids.set(each.id, fresh)
    }
  }
  const idOf = (id: string) => ids.get(id) ?? id
  return draft.categories.map((category) => ({
    ...category,
    id: idOf(category.id),
    groups: usedGroups(category, published).map((group) =>
      'category' in group.source
        ? { ...group, source: { ...group.source, category: idOf(group.source.category) } }
        : group,
    ),
    items: category.items.map((item) => ({ ...item, id: idOf(item.id) })),
  }))
}

function usedGroups({ id, groups, items }: MenuCategory, published: PublishedMenu): readonly OptionGroup[] {
  const before = published.categories.find((category) => category.id === id)?.groups ?? []
  return groups.filter(
    (group) => before.some((old) => old.id === group.id) || items.some((item) => item.groups.includes(group.id)),
  )
}
