import { useId, useLayoutEffect } from 'react'
import { leaving } from '#web/app/navigation/navigation.tsx'
import { confirmAction } from '#web/data/confirm-action.ts'

/** The ids of the forms with unsaved input. */
const unsaved = new Set<string>()

/**
 * The answer to the question that is on the screen. One press on Back may leave a sheet and its page at once; the two
 * then share one question.
 */
let asking: Promise<boolean> | undefined

/** Returns true if nothing is unsaved; otherwise the person's answer to one question for all forms. */
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
 * Asks before a link, Back or Forward leaves the page with an unsaved form. The browser itself asks before a reload or
 * the end of the tab.
 */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  // Runs after every render. A confirmed question empties `unsaved`; if the form is rendered again nevertheless, it
  // must be added again. The cleanup of a layout effect runs before the next paint, so that a removed form never asks.
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
