import { useDeferredValue, useRef, useSyncExternalStore } from 'react'

/**
 * Returns a value of this browser, such as the cart, that the server does not know. The server and the first render use
 * `atFirst`, because their results have to be equal. The second render runs in small parts, between which a slow phone
 * responds to touch.
 */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
  atFirst: Value,
): Value {
  const { current: mount } = useRef({ hydrates: false })
  // React calls the third argument on the server and at hydration. In the browser that function returns the current
  // value: if its value differed from that of get(), React would render everything below in one task.
  const value = useSyncExternalStore(subscribe, get, () => {
    mount.hydrates = true
    return typeof document === 'undefined' ? atFirst : get()
  })
  const known = useDeferredValue(true, mount.hydrates && value !== atFirst ? false : undefined)
  return known ? value : atFirst
}

/**
 * Returns true one render after `isThere` is true. That later render runs in small parts, while the render of an answer
 * is a single long task.
 */
export function useInParts(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}

/** Returns true after the first render, when values of this browser are known. */
export function useHydrated(): boolean {
  return useBrowserValue(never, () => true, false)
}

function never(): () => void {
  return () => {}
}
