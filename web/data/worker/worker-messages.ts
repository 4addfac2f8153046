/** Messages from a page to the worker. A page may be older than the worker, so a published type keeps its name. */
export type ToWorker =
  /** The page was loaded before the worker, which then caches the page and its files from the browser's HTTP cache. */
  | { readonly type: 'keep'; readonly path: string; readonly files: readonly string[] }
  /** The person wants the new version now. */
  | { readonly type: 'take-over' }
