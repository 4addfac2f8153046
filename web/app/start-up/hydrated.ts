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
  // React calls the third argument on the server and at hydration. At hydration the argument returns the current value:
  // if the value differed from that of get(), React would render everything below this component in one long task.
  const value = useSyncExternalStore(subscribe, get, () => {
    mount.hydrates = true
    return typeof document === 'undefined' ? atFirst : get()
  })
  const known = useDeferredValue(true, mount.hydrates && value !== atFirst ? false : undefined)
  return known ? value : atFirst
}

/**
 * Returns true one render after `isThere` became true. Use it to show content that is slow to render: React runs this
 * later render in small parts, but the render after a query's answer in a single long task.
 */
export function useInParts(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}

/** Returns false in the first render, and true afterwards, when values of this browser such as the cart are known. */
export function useHydrated(): boolean {
  return useBrowserValue(never, () => true, false)
}

function never(): () => void {
  return () => {}
}
