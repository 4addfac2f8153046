const inactiveAfterMs = 60_000

type Presence = {
  /** False once the page has been left, or has been hidden for a minute. */
  readonly active: boolean
  readonly hidden: boolean
  close(): void
}

/**
 * Watches the visibility of this tab. A hidden tab remains active while `staysActive` returns true. `onChange` also
 * runs whenever the tab is shown again.
 */
export function watchPresence(staysActive: () => boolean, onChange: () => void): Presence {
  let active = true
  let timer: ReturnType<typeof setTimeout> | undefined

  const update = ({ type }: Event | { type: '' }) => {
    clearTimeout(timer)
    // `pagehide` means that the page is left. Such a page must not be active: the back/forward cache accepts no page
    // with an open request, lock or channel.
    active = type !== 'pagehide'
    if (active && document.hidden) {
      timer = setTimeout(() => {
        active = staysActive()
        onChange()
      }, inactiveAfterMs)
    }
    if (type !== '') onChange()
  }
  const watched = [
    [window, ['pagehide', 'pageshow']],
    [document, ['visibilitychange', 'resume']],
  ] as const
  for (const [target, types] of watched) for (const type of types) target.addEventListener(type, update)
  update({ type: '' })

  return {
    get active() {
      return active
    },
    get hidden() {
      return document.hidden
    },
    close() {
      clearTimeout(timer)
      for (const [target, types] of watched) for (const type of types) target.removeEventListener(type, update)
    },
  }
}
