import { useDeferredValue, useRef, useSyncExternalStore } from 'react'

/**
 * A value of this browser (the cart, a cookie) that the server does not know: `atFirst` on the server and in the first
 * render of the browser, which has to equal the server's. The render after it is done in small parts, between which a slow
 * phone responds to touch.
 */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  get: () => Value,
  atFirst: Value,
): Value {
  const { current: mount } = useRef({ hydrates: false })
  // Only hydration and the server ask for the second value. In the browser both are the same: a store that changes with
  // hydration is rendered at once, with all below it that waits for its own hydration.
  const value = useSyncExternalStore(subscribe, get, () => {
    mount.hydrates = true
    return typeof document === 'undefined' ? atFirst : get()
  })
  const known = useDeferredValue(true, mount.hydrates && value !== atFirst ? false : undefined)
  return known ? value : atFirst
}

/**
 * Whether something is there to show, true one render later than that: the render that shows it is then done in small parts.
 * An answer's own render is done at once, in one long task with all that it shows first.
 */
export function useInParts(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere
}

/** Whether values of this browser are known: not on the server, and not in the first render of the browser. */
export function useHydrated(): boolean {
  return useBrowserValue(never, () => true, false)
}

function never(): () => void {
  return () => {}
}
