/**
 * Messages from a page to the worker. A page may be older than the worker, so never rename a type that was released.
 */
export type ToWorker =
  /**
   * The page was loaded before the worker was installed. The worker caches the page and its files from the browser's
   * HTTP cache.
   */
  | { readonly type: 'keep'; readonly path: string; readonly files: readonly string[] }
  /** The person wants the new version now, so the waiting worker becomes active. */
  | { readonly type: 'take-over' }
