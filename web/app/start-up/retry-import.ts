import { type ComponentType, createElement, type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

const retryAfterMs = 5000

/** Imports code and retries until the import succeeds. Use this for code that a page can be read without. */
export async function retryImport<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return retryImport(load)
  }
}

/**
 * A component whose code loads when it is first shown, or earlier by `load`. Until then `fallback` is shown. React's
 * `lazy` would not retry, and `Suspense` shows its fallback for at least 300 ms.
 */
export function part<Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | undefined
  async function loadOnce(): Promise<void> {
    loaded ??= (await retryImport(load)).default
  }
  function subscribe(onLoaded: () => void): () => void {
    void loadOnce().then(onLoaded)
    return () => {}
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for a component, where its module begins
  function Part({ fallback, ...props }: Props & { readonly fallback?: ReactNode }): ReactNode {
    // React renders a deferred value in small parts. At hydration the value is undefined, as on the server.
    const Loaded = useDeferredValue(
      useSyncExternalStore(
        subscribe,
        () => loaded,
        () => undefined,
      ),
    )
    return Loaded ? createElement(Loaded, props as unknown as Props) : fallback
  }
  return Object.assign(Part, { load: loadOnce })
}
