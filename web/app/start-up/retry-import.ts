import { type ComponentType, lazy } from 'react'

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
 * A component whose code is loaded when it is first shown. `lazy` alone would stay failed for as long as the page is open;
 * this shows the fallback of its `Suspense` until the code has come.
 */
export function part<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(() => retryImport(load))
}
