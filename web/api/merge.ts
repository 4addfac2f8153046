export type Versioned = { readonly id: string; readonly version: number }

/**
 * A list as it was fetched, with what the stream brought since it was asked for: of two versions the newer one stays, and
 * what the fetch could not know yet comes first, newest first. `arrived` is in the order it came.
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
