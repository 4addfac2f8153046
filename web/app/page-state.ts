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
function changes(each: object, index: number, all: readonly object[]): object {
  const textIn = (other: object | undefined, name: string) => JSON.stringify(other?.[name as keyof object])
  const changed = fields(each).filter(([name]) => textIn(each, name) !== textIn(all[index - 1], name))
  const gone = fields(all[index - 1] ?? {}).filter(([name]) => textIn(each, name) === undefined)
  return Object.fromEntries([
    ...changed.map(([name, value]) => {
      const earlier = all.findIndex((other) => textIn(other, name) === textIn(each, name))
      return [name, earlier < index && typeof value === 'object' && value ? { [mark]: earlier } : fold(value)]
    }),
    ...gone.map(([name]) => [name, mark]),
  ])
}

/** A text that is the mark itself would read as a field that is gone. */
function foldable(value: unknown): value is object {
  return isObject(value) && !Object.values(value).includes(mark)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fields(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, each]) => each !== undefined)
}
