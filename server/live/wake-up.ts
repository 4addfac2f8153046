/** One party waits, another rings. A ring while nobody waits is kept for the next wait. */
export type Bell = {
  ring(): void
  /** Resolves at a ring, or after `ms` milliseconds without one. */
  wait(ms: number): Promise<void>
}

export function bell(): Bell {
  let rung = false
  let answer = () => {}
  return {
    ring() {
      rung = true
      answer()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          answer = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      answer = () => {}
    },
  }
}
