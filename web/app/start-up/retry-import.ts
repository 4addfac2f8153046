/** Milliseconds. */
const triesAgainAfter = 5000

/**
 * For what a page can be read without and only needs its code: on a network too weak for it, it is asked for again until
 * it comes. Nothing fails meanwhile.
 */
export async function retryImport<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, triesAgainAfter))
    return retryImport(load)
  }
}
