import type sharp from 'sharp'

let loading: Promise<typeof sharp> | undefined

/** Loads the picture library on demand, because it takes 30 MB and slows the start. */
export function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    // Each source is read once, so libvips's cache of up to 50 MB would be useless.
    library.cache(false)
    // Each drawing uses one core, and leaves the other cores to requests.
    library.concurrency(1)
    return library
  })
  return loading
}
