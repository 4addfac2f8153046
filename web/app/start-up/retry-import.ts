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
