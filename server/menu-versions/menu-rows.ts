import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { OptionGroup } from '#domain/menu/menu.ts'
import type { categories, items } from '../db/schema.ts'

// This file converts between a menu's document and its rows.

export function categoryRow(category: MenuCategory, position: number): typeof categories.$inferInsert {
  const { id, title, listed, short, hours, served, tile, picture, banner, bannerLink, ...rest } = category
  const { availableFirst, added, shortToast, synonyms } = rest
  return {
    id,
    position,
    title,
    listed,
    document: {
      tile,
      ...(picture && { picture }),
      ...(short !== undefined && { short }),
      ...(hours && { hours }),
      ...(served && { served }),
      banner: banner ? { text: banner, link: bannerLink ?? '/menu' } : null,
      availableFirst,
      added,
      shortToast,
      synonyms: synonyms ?? [],
    },
  }
}

export function itemRows(category: MenuCategory): (typeof items.$inferInsert)[] {
  const groups = new Map(category.groups.map((group) => [group.id, group]))
  return category.items.map((item, position) => ({
    id: item.id,
    categoryId: category.id,
    position,
    name: item.name,
    description: item.description,
    price: item.price,
    available: item.available,
    takesNote: item.takesNote,
    bestseller: item.bestseller ?? false,
    document: {
      ...(item.picture && { picture: item.picture }),
      heat: item.heat ?? 0,
      diet: item.diet ?? [],
      ...(item.served && { served: item.served }),
      ...(item.work !== undefined && { work: item.work }),
      ...(item.notice !== undefined && { notice: item.notice }),
      ...(item.prep && { prep: item.prep }),
      groups: item.groups.flatMap((id) => groups.get(id) ?? []),
    },
  }))
}

type CategoryRow = typeof categories.$inferSelect
type ItemRow = typeof items.$inferSelect

/**
 * Returns the document of a category from its row and the rows of its dishes, in menu order. Every dish is available in
 * the document, because the document describes what the restaurant sells. Only the rows say what is available today.
 */
export function documentOf(category: CategoryRow, dishes: readonly ItemRow[]): MenuCategory {
  const { tile, short, hours, served, picture, banner, availableFirst, added, shortToast, synonyms } = category.document
  const groups = new Map<string, OptionGroup>()
  for (const { document } of dishes) for (const group of document.groups) groups.set(group.id, group)
  return {
    id: category.id,
    title: category.title,
    tile,
    ...(short !== undefined && { short }),
    ...(hours && { hours }),
    ...(served && { served: [...served] }),
    listed: category.listed,
    availableFirst,
    ...(banner && { banner: banner.text, bannerLink: banner.link }),
    added,
    shortToast,
    ...(synonyms.length > 0 && { synonyms: [...synonyms] }),
    ...(picture && { picture: sourceOf(picture) }),
    groups: [...groups.values()],
    items: dishes.map(({ id, name, description, price, takesNote, bestseller, document }) => ({
      id,
      name,
      description,
      price,
      available: true,
      takesNote,
      ...(bestseller && { bestseller }),
      ...(document.heat > 0 && { heat: document.heat }),
      ...(document.diet.length > 0 && { diet: [...document.diet] }),
      ...(document.served && { served: [...document.served] }),
      groups: document.groups.map(({ id }) => id),
      ...(document.picture && { picture: sourceOf(document.picture) }),
    })),
  } as MenuCategory
}

/** Returns a picture's source, without the name and colour that were read from its file. */
function sourceOf({ name: _, colour: __, ...source }: NonNullable<CategoryRow['document']['picture']>) {
  return source
}
