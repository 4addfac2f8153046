import { type ComponentType, useEffect } from 'react'
import { prefersReducedData } from '#web/app/navigation/preferences.ts'
import type { CustomiserProps } from './customiser.tsx'

let loaded: ComponentType<CustomiserProps> | undefined

/** Loads the customiser. React's `lazy` would not retry an import that failed for lack of a connection. */
export async function loadCustomiser(): Promise<ComponentType<CustomiserProps> | undefined> {
  try {
    loaded = (await import('./customiser.tsx')).Customiser
  } catch {}
  return loaded
}

/** Returns the customiser if it is loaded, so an opening sheet shows it in the first frame. */
export function loadedCustomiser(): ComponentType<CustomiserProps> | undefined {
  return loaded
}

export function useCustomiserAhead(): void {
  useEffect(() => {
    if (prefersReducedData()) return
    // Safari lacks requestIdleCallback.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(loadCustomiser, 2000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(loadCustomiser)
    return () => cancelIdleCallback(handle)
  }, [])
}
