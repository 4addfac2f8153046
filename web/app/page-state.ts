import type { QueryKey } from '@tanstack/react-query'

/** The answer to a query when the page was rendered. `at` is the time of the answer in epoch milliseconds. */
type Answer = { readonly key: QueryKey; readonly data: unknown; readonly at: number }

/** The state from which the browser hydrates the page. */
export type PageState = {
  readonly queries: readonly Answer[]
  /** The position in the live events at which the page was rendered; the browser continues from there. */
  readonly cursor: string
  /** The page's path, or the path of `notFound` for an unknown address. */
  readonly path: string
}

/*
 * Folding removes repeated fields. In a folded list, `{ '~': [first, second, …] }`, each object has only the fields
 * that differ from the object before. A field whose value is '~' is missing in its object. A field whose value is `{
 * '~': 3 }` has the same value as in the list's fourth object.
 */
const mark = '~'

type Fields = Readonly<Record<string, unknown>>

/** Folds a page's state, or a part of it. `unfold` restores it, without the fields that are undefined. */
export function fold(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.length > 1 && value.every(foldable) ? { [mark]: changes(value) } : value.map(fold)
  }
  if (!isObject(value)) return value
  const folded: Record<string, unknown> = {}
  for (const name in value) folded[name] = fold(value[name])
  return folded
}

/** Reverses `fold`. Changes its argument. */
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

/**
 * Returns the objects of a list, each without the fields that equal those of the previous object. Nested objects are
 * compared by their JSON, which is faster than field by field.
 */
function changes(list: readonly Fields[]): object[] {
  const firsts = new Map<string, number>()
  let before: Fields = {}
  let textsBefore: Readonly<Record<string, string>> = {}
  return list.map((each, index) => {
    const changed: Record<string, unknown> = {}
    const texts: Record<string, string> = {}
    for (const name in each) {
      const value = each[name]
      if (typeof value !== 'object' || value === null) {
        if (value !== before[name]) changed[name] = value
        continue
      }
      const text = JSON.stringify(value)
      texts[name] = text
      if (text === textsBefore[name]) continue
      const key = name + text
      const first = firsts.get(key)
      changed[name] = first === undefined ? fold(value) : { [mark]: first }
      if (first === undefined) firsts.set(key, index)
    }
    for (const name in before) if (before[name] !== undefined && each[name] === undefined) changed[name] = mark
    before = each
    textsBefore = texts
    return changed
  })
}

/** Returns true for an object without a field whose value is '~', which `unfold` would take for a missing field. */
function foldable(value: unknown): value is Fields {
  return isObject(value) && !Object.values(value).includes(mark)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
