import * as Csv from '../text/csv.ts'
import type { Span } from '../text/spans.ts'
import * as Spans from '../text/spans.ts'
import type { OptionGroup, OwnChoice } from './menu.ts'
import type { DocumentCategory, DocumentItem } from './menu-document.ts'

/** A dish with the fields of the CSV file. The file leaves out other fields, such as the picture. */
export type TableDish = DocumentItem & {
  readonly available: boolean
  readonly takesNote: boolean
  readonly bestseller?: boolean
  readonly heat?: 0 | 1 | 2 | 3
  readonly diet?: readonly string[]
  readonly served?: readonly Span[]
}

export type TableCategory = Omit<DocumentCategory, 'items'> & {
  readonly listed: boolean
  readonly items: readonly TableDish[]
}

/** The columns of an exported file, in order, with their headings. */
export const headings = {
  category: 'Category',
  name: 'Name',
  size: 'Size',
  price: 'Price',
  description: 'Description',
  marks: 'Marks',
  allergens: 'Allergens',
  heat: 'Heat',
  bestseller: 'Bestseller',
  note: 'Customer note',
  served: 'Served',
  groups: 'Choices',
  id: 'Id',
} as const

export type Field = keyof typeof headings
export const fields = Object.keys(headings) as readonly Field[]

/** The fields that the first row of a dish states. The rows of the dish's other sizes may leave these fields empty. */
export const details = ['description', 'marks', 'allergens', 'heat', 'bestseller', 'note', 'served', 'groups'] as const
export type Detail = (typeof details)[number]

export const marks = ['vegetarian', 'vegan', 'halal'] as const
export const allergens = ['nuts', 'shellfish', 'alcohol'] as const
export const dietMarks = [...marks, ...allergens.map((allergen) => `contains-${allergen}` as const)]
export type DietMark = (typeof dietMarks)[number]

export const heats = ['none', 'mild', 'hot', 'very hot'] as const

/** Returns the menu as CSV: a row for each dish, or for each of its sizes. */
export function write(categories: readonly TableCategory[]): string {
  const rows = categories.flatMap((category) =>
    category.items.flatMap((dish) => {
      const said: Readonly<Record<Detail, string>> = detailsOf(category.groups, dish)
      const sizes = sizesOf(category.groups, dish)?.source.choices ?? [{ name: '', price: dish.price }]
      return sizes.map((size, at) => {
        const cells: Readonly<Record<Field, string | number>> = {
          category: category.title,
          name: dish.name,
          size: size.name,
          price: size.price,
          ...(at === 0 ? said : blank),
          id: dish.id,
        }
        return fields.map((field) => cells[field])
      })
    }),
  )
  return Csv.write([Object.values(headings), ...rows])
}

const blank = Object.fromEntries(details.map((detail) => [detail, ''])) as Readonly<Record<Detail, string>>

export function detailsOf(groups: readonly OptionGroup[], dish: TableDish): Record<Detail, string> {
  const diet = dish.diet ?? []
  const sizes = sizesOf(groups, dish)
  return {
    description: dish.description,
    marks: marks.filter((mark) => diet.includes(mark)).join('; '),
    allergens: allergens.filter((allergen) => diet.includes(`contains-${allergen}`)).join('; '),
    heat: heats[dish.heat ?? 0] ?? '',
    bestseller: dish.bestseller === true ? 'yes' : 'no',
    note: dish.takesNote ? 'yes' : 'no',
    served: Spans.written(dish.served ?? []),
    groups: dish.groups.filter((id) => id !== sizes?.id).join('; '),
  }
}

export type Sizes = OptionGroup & { readonly source: { readonly choices: readonly OwnChoice[] } }

/**
 * Returns the sizes of a dish if the CSV can write each size in its own row: the names differ, and each size has its
 * own price. Otherwise returns undefined.
 */
export function sizesOf(groups: readonly OptionGroup[], dish: DocumentItem): Sizes | undefined {
  const group = groups.find(({ id, role }) => role === 'size' && dish.groups.includes(id))
  if (!group || !('choices' in group.source) || group.pricing !== 'own') return undefined
  const names = new Set(group.source.choices.map(({ name }) => folded(name)))
  return names.size === group.source.choices.length ? (group as Sizes) : undefined
}

/** Returns a name for comparing: 'Jollof RICE' and 'jollof rice' are equal. */
export const folded = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
