type Seeker = {
  readonly name: string
  readonly steal: boolean
  /** Runs with the lock, which is held until `withdraw`. */
  readonly onHeld: () => void
  /** Runs if another tab has stolen the lock or the request has failed; after `onForbidden` if both run. */
  readonly onLost: () => void
  /** Runs if the browser forbids locks to this page, as a browser without storage may. */
  readonly onForbidden: () => void
}

export type Candidacy = { withdraw(): void }

/** Waits for a lock that only one tab of this browser can hold. After `withdraw` only `onForbidden` may still run. */
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
