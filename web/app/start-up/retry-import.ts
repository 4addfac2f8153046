import { type ComponentType, createElement, type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

/** Milliseconds. */
const retryAfter = 5000

/** Imports code that the page can be read without, and retries until the import succeeds. */
export async function retryImport<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfter))
    return retryImport(load)
  }
}

/**
 * A component whose code is loaded when it is first shown, or ahead by its `load`. `fallback` stands in its place until the code
 * has come. `lazy` would stay failed for as long as the page is open, and React shows what a `Suspense` waited for no sooner
 * than 300 ms after its fallback.
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
    // Rendered in small parts, and in hydration as the server did.
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
