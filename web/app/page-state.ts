import type { QueryKey } from '@tanstack/react-query'

/** What a query had read when the page was rendered, and when, in milliseconds. */
type Answer = { readonly key: QueryKey; readonly data: unknown; readonly at: number }

/** The state that the page's first script hydrates from. */
export type PageState = {
  readonly queries: readonly Answer[]
  /** The cursor of the live events that the page contains. */
  readonly cursor: string
  /** The page's path. */
  readonly path: string
}

/*
 * Half of a page's state would be field names, and the option groups that all dishes of a category share. In a folded list of
 * objects, `{ '~': [first, second, …] }`, each after the first has only the fields that differ from the one before it.
 * There '~' stands for a field that is gone, and `{ '~': 3 }` for what this field is in the list's fourth.
 */
const mark = '~'

type Fields = Readonly<Record<string, unknown>>

/** A page's state or a part of it, folded for `unfold`. Undefined fields are left out, as JSON does. */
export function fold(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length > 1 && value.every(foldable) ? { [mark]: value.map(changes) } : value.map(fold)
  }
  return isObject(value) ? Object.fromEntries(fields(value).map(([name, each]) => [name, fold(each)])) : value
}

/** What `fold` was given. Changes what it is given itself. */
// biome-ignore lint/suspicious/noExplicitAny: JSON
export function unfold(value: any): any {
  if (!value || typeof value !== 'object') return value
  const list = value[mark]
  if (!list) {
    for (const name in value) value[name] = unfold(value[name])
    return value
  }
  const whole: Record<string, unknown>[] = []
  for (const changed of list) {
    const next = { ...whole.at(-1) }
    for (const name in changed) {
      const each = changed[name]
      if (each === mark) delete next[name]
      else next[name] = typeof each?.[mark] === 'number' ? whole[each[mark]]?.[name] : unfold(each)
    }
    whole.push(next)
  }
  return whole
}

/** The fields of an element of a list that differ from those of the one before. */
function changes(each: Fields, index: number, all: readonly Fields[]): object {
  const before = all[index - 1] ?? {}
  const changed = fields(each).filter(([name, value]) => !same(value, before[name]))
  const gone = fields(before).filter(([name]) => each[name] === undefined)
  return Object.fromEntries([
    ...changed.map(([name, value]) => {
      const first = typeof value === 'object' && value ? all.findIndex((other) => same(value, other[name])) : index
      return [name, first < index ? { [mark]: first } : fold(value)]
    }),
    ...gone.map(([name]) => [name, mark]),
  ])
}

/** Not by their JSON: writing that for each field of each dish takes longer than rendering the page. */
// biome-ignore lint/suspicious/noExplicitAny: JSON
function same(one: any, other: any): boolean {
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object') return one === other
  let more = 0
  for (const name in one) {
    if (!(name in other && same(one[name], other[name]))) return false
    more++
  }
  for (const _ in other) more--
  return more === 0 && Array.isArray(one) === Array.isArray(other)
}

/** A text that is the mark itself would read as a field that is gone. */
function foldable(value: unknown): value is Fields {
  return isObject(value) && !Object.values(value).includes(mark)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fields(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined)
}
