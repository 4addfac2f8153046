type Seeker = {
  readonly name: string
  readonly steal: boolean
  /** Runs once this tab has the lock. The tab keeps the lock until `withdraw`. */
  readonly onHeld: () => void
  /**
   * Runs if another tab has stolen the lock, or if the request for the lock has failed. If the browser forbids locks,
   * `onForbidden` runs first.
   */
  readonly onLost: () => void
  /** Runs if the browser forbids locks to this page. Browsers that forbid storage may do so. */
  readonly onForbidden: () => void
}

export type Candidacy = { withdraw(): void }

/**
 * Requests a lock that only one tab of this browser can hold. After `withdraw`, the only listener that may still run is
 * `onForbidden`.
 */
export function seekLock({ name, steal, onHeld, onLost, onForbidden }: Seeker): Candidacy {
  const queue = new AbortController()
  let isWithdrawn = false
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const ended = navigator.locks.request(name, steal ? { steal } : { signal: queue.signal }, () => {
    if (isWithdrawn) return
    onHeld()
    return held
  })
  const onEnd = () => {
    if (!isWithdrawn) onLost()
  }
  ended.then(onEnd, ({ name }: DOMException) => {
    if (name === 'SecurityError') onForbidden()
    onEnd()
  })
  return {
    withdraw() {
      isWithdrawn = true
      release()
      queue.abort()
    },
  }
}
