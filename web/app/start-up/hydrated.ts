import { useDeferredValue, useRef, useSyncExternalStore } from 'react'

/**
 * Returns a value of this browser (the cart, a cookie) that the server does not know. The server and the first render,
 * which have to be equal, get `atFirst`. The second render runs in small parts, between which a slow phone responds to
 * touch.
 */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
  atFirst: Value,
): Value {
  const { current: mount } = useRef({ hydrates: false })
  // The server and hydration call the function below. In the browser it returns the current value: a store whose value
  // changed with hydration would render everything below it in one task.
  const value = useSyncExternalStore(subscribe, get, () => {
    mount.hydrates = true
    return typeof document === 'undefined' ? atFirst : get()
  })
  const known = useDeferredValue(true, mount.hydrates && value !== atFirst ? false : undefined)
  return known ? value : atFirst
}

/**
 * Returns true one render after `isThere` is true. The later render runs in small parts, while the render of an answer
 * is a single long task.
 */
export function useInParts(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}

/** Returns true once values of this browser are known: after the first render. */
export function useHydrated(): boolean {
  return useBrowserValue(never, () => true, false)
}

function never(): () => void {
  return () => {}
}
