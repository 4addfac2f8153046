export type Versioned = ({ readonly id: string } | { readonly orderId: string }) & { readonly version: number }

const idOf = (document: Versioned) => ('orderId' in document ? document.orderId : document.id)

/** Documents by id, each in its newest version. A new version moves its document to the end. */
export class VersionedStore<Document extends Versioned> {
  readonly #documents = new Map<string, Document>()
  readonly #most: number

  /**
   * `most` is the greatest number of documents. Beyond it, `add` drops the document that has been unchanged for
   * longest.
   */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  add(document: Document): void {
    if ((this.#documents.get(idOf(document))?.version ?? -1) >= document.version) return
    this.#documents.delete(idOf(document))
    this.#documents.set(idOf(document), document)
    for (const id of this.#documents.keys()) if (this.#documents.size > this.#most) this.#documents.delete(id)
  }

  get size(): number {
    return this.#documents.size
  }

  latest(id: string): Document | undefined {
    return this.#documents.get(id)
  }

  /** Returns the stored document if its version is higher. */
  newerThan(document: Versioned): Document | undefined {
    const stored = this.#documents.get(idOf(document))
    return stored && stored.version > document.version ? stored : undefined
  }

  /**
   * Returns a fetched list with each document in its newest version. Stored documents that the list lacks come first,
   * the last added at the head.
   */
  mergeInto(fetched: readonly Document[]): Document[] {
    const ids = new Set(fetched.map(idOf))
    const lacking = [...this.#documents.values()].filter((document) => !ids.has(idOf(document))).reverse()
    return [...lacking, ...fetched.map((document) => this.newerThan(document) ?? document)]
  }

  clear(): void {
    this.#documents.clear()
  }
}
