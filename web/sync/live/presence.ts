/** Milliseconds. */
const letGoAfter = 60_000

export type Presence = {
  /** Not when the page has been left, or nobody has seen it for a minute. */
  readonly takesPart: boolean
  readonly hidden: boolean
  close(): void
}

/**
 * Whether anybody looks at this tab, or it `stays` without. `onChange` is also called where it is come back to and nothing
 * else has changed.
 */
export function watchPresence(stays: () => boolean, onChange: () => void): Presence {
  let takesPart = true
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = ({ type }: Event | { type: '' }) => {
    clearTimeout(timer)
    // A page with a request under way, a lock or a channel would not be kept for the way back.
    takesPart = type !== 'pagehide'
    if (takesPart && document.hidden) {
      timer = setTimeout(() => {
        takesPart = stays()
        onChange()
      }, letGoAfter)
    }
    if (type !== '') onChange()
  }
  const watched = [
    [window, ['pagehide', 'pageshow']],
    [document, ['visibilitychange', 'resume']],
  ] as const
  for (const [target, types] of watched) for (const type of types) target.addEventListener(type, look)
  look({ type: '' })

  return {
    get takesPart() {
      return takesPart
    },
    get hidden() {
      return document.hidden
    },
    close() {
      clearTimeout(timer)
      for (const [target, types] of watched) for (const type of types) target.removeEventListener(type, look)
    },
  }
}
