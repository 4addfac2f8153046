import { useId, useLayoutEffect } from 'react'
import { leaving } from '#web/app/navigation/navigation.tsx'

/** The forms of the page that hold what is not saved. */
const unsaved = new Set<string>()

/** At which event the person has said to stay: one press on Back asks a sheet and the page below it. */
let stayedAt: Event | undefined

/** Whether what is not saved may be lost. The person is asked once for all forms. */
export function mayLeave(): boolean {
  if (unsaved.size > 0) {
    const { event } = window
    if (event && event === stayedAt) return false
    if (!confirm('Leave without saving?')) {
      stayedAt = event
      return false
    }
  }
  unsaved.clear()
  return true
}

/** Whoever leaves the page while a form is unsaved is asked: by a link, back and forward, a reload or closing the tab. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  // With every change, because whoever has let it go may have stayed and typed again; and before it is painted, so that a form
  // that is no longer there asks nobody.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: Event) => unsaved.has(id) && event.preventDefault()
    unsaved.add(id)
    leaving.allowed = mayLeave
    addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(id)
      removeEventListener('beforeunload', ask)
    }
  })
}
