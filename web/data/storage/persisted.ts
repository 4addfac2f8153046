import { withFormerNames, withTodaysNames } from '#contract/last-release.ts'
import { useBrowserValue } from '#web/app/start-up/hydrated.ts'

type Persisted<Value> = {
  get(): Value
  set(change: (value: Value) => Value): void
  /**
   * True if the last value was stored; false if the storage is full or forbidden, so that the value is lost with this
   * page.
   */
  isKept(): boolean
  subscribe(listener: () => void): () => void
  /** The value on the server and in the browser's first render. */
  readonly initial: Value
}

/**
 * Stores a value under `key`, for all tabs. `read` checks and converts the stored JSON, which an earlier version may
 * have written; undefined means `initial`. `area` returns the storage, because accessing a forbidden storage throws.
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

  /**
   * Returns the stored text. If the storage is forbidden, returns the last known text, so that the value in memory
   * stays.
   */
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
      // Load the value again before changing it, because another tab may have changed it.
      value = change(load())
      const next = JSON.stringify(withFormerNames(value))
      try {
        area().setItem(key, next)
      } catch {
        // Ignore the failure: the value then exists only in this tab.
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
