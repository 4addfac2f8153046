type Seeker = {
  readonly name: string
  readonly steal: boolean
  /** Runs with the lock, which is held until `withdraw`. */
  readonly onHeld: () => void
  /** Runs if another tab has stolen the lock or the request for the lock has failed, after `onForbidden` if both run. */
  readonly onLost: () => void
  /** Runs if the browser forbids locks to this page, as a browser without storage may. */
  readonly onForbidden: () => void
}

export type Candidacy = { withdraw(): void }

/** Waits for a lock of this browser's tabs. After `withdraw` no listener but `onForbidden` runs. */
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
