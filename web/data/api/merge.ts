type Versioned = { readonly id: string; readonly version: number }

/**
 * Merges a fetched list with the documents that the stream brought since it was requested: of two versions the newer one
 * stays, and documents that the list lacks come first, newest first. `arrived` is in the order in which they came.
 */
export function merge<Document extends Versioned>(
  fetched: readonly Document[],
  arrived: readonly Document[],
): readonly Document[] {
  const latest = new Map<string, Document>()
  for (const document of arrived) {
    if ((latest.get(document.id)?.version ?? 0) < document.version) latest.set(document.id, document)
  }
  const merged = fetched.map((document) => {
    const other = latest.get(document.id)
    latest.delete(document.id)
    return other && other.version > document.version ? other : document
  })
  return [...[...latest.values()].reverse(), ...merged]
}
