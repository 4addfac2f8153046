import { useSyncExternalStore } from 'react'

/**
 * Whether what this browser keeps (the cart, the order's details) can be shown: not in the server's rendering, and not
 * in the first one here, which has to be equal to it.
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
