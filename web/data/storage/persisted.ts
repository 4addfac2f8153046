import { withFormerNames, withTodaysNames } from '#contract/last-release.ts'
import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

/** A value in the browser's storage, shared by all open tabs. */
type Persisted<Value> = {
  get(): Value
  set(change: (value: Value) => Value): void
  /** True where the last value outlives this page; false where the storage is full or forbidden. */
  isKept(): boolean
  subscribe(listener: () => void): () => void
  /** The value on the server and in the first render of the browser. */
  readonly initial: Value
}

/**
 * Stores a value under `key`. `read` checks and converts the stored JSON, which an earlier version may have written;
 * undefined means `initial`. A full or forbidden storage leaves the value in memory. `area` returns the storage,
 * because accessing a forbidden one throws.
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

  /** Returns the stored text; for a forbidden storage the last text, so the value in memory stays. */
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
      // Another tab may have changed the value since this one loaded it.
      value = change(load())
      const next = JSON.stringify(withFormerNames(value))
      try {
        area().setItem(key, next)
      } catch {
        // The value exists in this tab only.
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
