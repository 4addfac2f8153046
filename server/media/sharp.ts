import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** The picture library, which only a start that finds a picture missing needs: 30 MB and a tenth of a second. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // Each source is read once: what libvips keeps of it, up to 50 MB, would never be used.
    library.cache(false)
    // One core for each drawing: the others are for requests.
    library.concurrency(1)
    return library
  })
  return loading
}
