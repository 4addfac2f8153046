import { useSyncExternalStore } from 'react'

/**
 * Whether data of this browser (the cart, the order details) can be rendered: not on the server, and not in the first
 * render of the browser, which has to equal the server's.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

function never(): () => void {
  return () => {}
}
