/** What a page tells the worker. */
export type ToWorker =
  /** The page came before the worker: these are its path and the files it has loaded, to be taken from the browser's own cache. */
  | { readonly type: 'keep'; readonly path: string; readonly files: readonly string[] }
  /** The person wants the new version now. */
  | { readonly type: 'take-over' }
