import { useId, useLayoutEffect } from 'react'
import { leaving } from '#web/app/navigation/navigation.tsx'
import { confirmAction } from '#web/data/confirm-action.ts'

/** The forms of the page that hold what is not saved. */
const unsaved = new Set<string>()

/** The answer to the question that is shown: one press on Back asks a sheet and the page below it. */
let asking: Promise<boolean> | undefined

/** Returns whether unsaved input may be lost: true where there is none, else the person's answer, asked once for all forms. */
export function mayLeave(): true | Promise<boolean> {
  if (unsaved.size === 0) return true
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  const isConfirmed = await confirmAction({ title: 'Leave without saving?', action: 'Leave', otherwise: 'Stay' })
  if (isConfirmed) unsaved.clear()
  return isConfirmed
}

/**
 * Asks before the page is left while a form is unsaved: by a link, or by back and forward. The browser asks before a reload and
 * before the tab closes.
 */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  // With every change, because whoever has let it go may have stayed and typed again; and before it is painted, so that a form
  // that is no longer there asks nobody.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined
    const askBrowser = (event: Event) => unsaved.has(id) && event.preventDefault()
    unsaved.add(id)
    leaving.mayLeave = mayLeave
    addEventListener('beforeunload', askBrowser)
    return () => {
      unsaved.delete(id)
      removeEventListener('beforeunload', askBrowser)
    }
  })
}
