/** Wakes one waiting loop. If no loop waits, the signal is kept for the next wait. */
type WakeUp = {
  signal(): void
  /** Resolves at a signal, or after `ms` milliseconds without one. */
  wait(ms: number): Promise<void>
}

export function wakeUp(): WakeUp {
  let signalled = false
  let resume = () => {}
  return {
    signal() {
      signalled = true
      resume()
    },
    async wait(ms) {
      if (!signalled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      signalled = false
      resume = () => {}
    },
  }
}
