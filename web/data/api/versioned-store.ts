type Versioned = { readonly id: string; readonly version: number }

/** Documents by id, each in its newest version, in the order in which they came. */
export class VersionedStore<Document extends Versioned> {
  readonly #documents = new Map<string, Document>()
  readonly #most: number

  /** Beyond `most` documents the first that came is evicted. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  add(document: Document): void {
    if ((this.#documents.get(document.id)?.version ?? -1) >= document.version) return
    this.#documents.delete(document.id)
    this.#documents.set(document.id, document)
    for (const id of this.#documents.keys()) if (this.#documents.size > this.#most) this.#documents.delete(id)
  }

  get size(): number {
    return this.#documents.size
  }

  latest(id: string): Document | undefined {
    return this.#documents.get(id)
  }

  /** The document that is stored in a higher version than this one. */
  newerThan({ id, version }: Versioned): Document | undefined {
    const stored = this.#documents.get(id)
    return stored && stored.version > version ? stored : undefined
  }

  /** A fetched list, each document in its newest version. Stored ones that the list lacks come first, the last to come foremost. */
  mergeInto(fetched: readonly Document[]): Document[] {
    const ids = new Set(fetched.map(({ id }) => id))
    const lacking = [...this.#documents.values()].filter(({ id }) => !ids.has(id)).reverse()
    return [...lacking, ...fetched.map((document) => this.newerThan(document) ?? document)]
  }

  clear(): void {
    this.#documents.clear()
  }
}
