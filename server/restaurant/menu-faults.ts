import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Menu from '#domain/menu/menu.ts'

/** A category. `where` names the category in messages: its file, or its title. */
export type MenuPart = { readonly where: string; readonly category: MenuCategory }

/** Yields a sentence for each inconsistency of a menu: categories, then dishes, then groups. */
export function* menuFaults(menu: readonly MenuPart[]): Generator<string> {
  yield* categoryFaults(menu)
  yield* itemFaults(menu)
  yield* groupFaults(menu)
}

function* categoryFaults(menu: readonly MenuPart[]): Generator<string> {
  const taken = new Map<string, MenuPart>()
  for (const part of menu) {
    const { where, category } = part
    for (const name of [category.id, category.title.toLowerCase(), ...(category.synonyms ?? [])]) {
      const other = taken.get(name)
      if (other && other !== part) yield `${where}: "${name}" already leads to ${other.where}.`
      taken.set(name, part)
    }
  }
  if (!menu.some(({ category }) => category.listed)) {
    yield 'The menu has no listed category: it needs at least one.'
  }
}

function* itemFaults(menu: readonly MenuPart[]): Generator<string> {
  const taken = new Map<string, string>()
  for (const { where, category } of menu) {
    const twice = repeated(category.groups)
    if (twice !== undefined) yield `${where}: group "${twice}" is there twice.`
    for (const item of category.items) {
      const fault = (what: string) => `${where}: item "${item.id}": ${what}.`
      const other = taken.get(item.id)
      if (other !== undefined) yield fault(`the id is already taken in ${other}`)
      taken.set(item.id, where)

      const groups = item.groups.flatMap((id) => category.groups.find((group) => group.id === id) ?? [])
      const lost = item.groups.find((id) => !category.groups.some((group) => group.id === id))
      if (lost !== undefined) yield fault(`there is no group "${lost}" in its category`)
      if (new Set(item.groups).size < item.groups.length) yield fault('a group is named twice')
      if (groups.filter(({ role }) => role === 'size').length > 1) yield fault('a dish has one group of sizes at most')
    }
  }
}

function* groupFaults(menu: readonly MenuPart[]): Generator<string> {
  const sources: Sources = Object.fromEntries(
    menu.map(({ category }) => [
      category.id,
      category.items.map(({ available, ...item }) => ({ ...item, isAvailable: available })),
    ]),
  )
  for (const { where, category } of menu) {
    for (const group of category.groups) {
      const fault = (what: string) => `${where}: group "${group.id}": ${what}.`
      if ('choices' in group.source) {
        const twice = repeated(group.source.choices)
        if (twice !== undefined) yield `${where}: group "${group.id}": choice "${twice}" is there twice.`
      } else {
        const { category: from, only } = group.source
        const drawn = sources[from]
        if (!drawn) {
          yield fault(`there is no category "${from}" to draw from`)
          continue
        }
        const gone = only?.find((id) => !drawn.some((item) => item.id === id))
        if (gone !== undefined) yield fault(`there is no "${gone}" in the category "${from}"`)
      }
      const offered = Menu.choices(group, sources)
      if (offered.length === 0) yield fault('it offers nothing')
      if (offered.length < group.min) yield fault(`it asks for ${group.min} choices and offers ${offered.length}`)
      if (group.preset !== undefined && !offered.some(({ id }) => id === group.preset)) {
        yield fault(`preset "${group.preset}" is not among its choices`)
      }
    }
  }
}

type Links = {
  readonly where: string
  readonly slides: readonly { readonly id: string; readonly to: string }[]
  readonly featured?: { readonly to: string }
}

/** Yields a sentence for each link of the home page that leads to no page of the menu. */
export function* lostLinks(menu: readonly MenuPart[], { where, slides, featured }: Links): Generator<string> {
  const pages = ['/menu', ...menu.flatMap(({ category }) => (category.listed ? [`/menu/${category.id}`] : []))]
  const links = [
    ...slides.map(({ id, to }) => ({ from: `slide "${id}"`, to })),
    ...(featured ? [{ from: 'featured', to: featured.to }] : []),
  ]
  for (const { from, to } of links) {
    if (!pages.includes(to)) yield `${where}: ${from}: the menu has no page "${to}".`
  }
}

/** Yields a sentence if the settings name a missing category of sides. */
export function* lostSides(
  menu: readonly MenuPart[],
  { where, sides }: { readonly where: string; readonly sides?: string },
): Generator<string> {
  if (sides !== undefined && !menu.some(({ category }) => category.id === sides)) {
    yield `${where}: sides: the menu has no category "${sides}".`
  }
}

/** Returns the first id that a later entry repeats; undefined if there is none. */
export function repeated(entries: readonly { readonly id: string }[]): string | undefined {
  const ids = entries.map(({ id }) => id)
  return ids.find((id, index) => ids.indexOf(id) < index)
}
