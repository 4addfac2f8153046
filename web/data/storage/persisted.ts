import { withFormerNames, withTodaysNames } from '#contract/last-release.ts'
import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

/** A value in the browser's storage, the same in every open tab. */
type Persisted<Value> = {
  get(): Value
  set(change: (value: Value) => Value): void
  /** Whether the value last set outlives this page: not where the storage is full or forbidden. */
  isKept(): boolean
  subscribe(listener: () => void): () => void
  /** What the server renders, and the first render in the browser. */
  readonly initial: Value
}

/**
 * Stores a value under `key`. `read` checks and converts the stored JSON, which an earlier version may have written;
 * undefined stands for `initial`. Where the storage is full or forbidden the value is held in memory. `area` returns the
 * storage, because accessing a forbidden one throws.
 */
export function persisted<Value>(
  key: string,
  initial: Value,
  read: (stored: unknown) => Value | undefined,
  area = () => localStorage,
): Persisted<Value> {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let value = initial
  let kept = true

  /** What the storage holds; where it is forbidden, what it held, so that the value in memory is not replaced. */
  function stored(): string | null {
    try {
      return area().getItem(key)
    } catch {
      return text
    }
  }

  function load(): Value {
    const now = stored()
    if (now === text) return value
    text = now
    kept = true
    value = (now === null ? undefined : parsed(now, read)) ?? initial
    return value
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  function onStorage(event: StorageEvent) {
    if (event.key === key || event.key === null) tell()
  }

  return {
    initial,
    get: load,
    set(change) {
      // Another tab may have changed the value since it was loaded here.
      value = change(load())
      const next = JSON.stringify(withFormerNames(value))
      try {
        area().setItem(key, next)
      } catch {
        // The value is held in this tab only.
      }
      text = stored()
      kept = text === next
      tell()
    },
    isKept: () => kept,
    subscribe(listener) {
      if (listeners.size === 0) addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) removeEventListener('storage', onStorage)
      }
    },
  }
}

export function usePersisted<Value>(store: Persisted<Value>): Value {
  return useBrowserValue(store.subscribe, store.get, store.initial)
}

function parsed<Value>(text: string, read: (stored: unknown) => Value | undefined): Value | undefined {
  try {
    return read(withTodaysNames(JSON.parse(text)))
  } catch {
    return undefined
  }
}
