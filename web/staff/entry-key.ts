import { useRef } from 'react'
import { newKey } from '#web/data/outbox/key.ts'

/** Where such an entry got no answer. */
export const recordedOnce = 'Could not reach the restaurant. Press again: it is recorded only once.'

/** The same entry has the same key until it is recorded: an answer that was lost is asked for again. */
export function useEntryKey() {
  const press = useRef({ entry: '', key: '' })
  return {
    keyOf(...fields: readonly unknown[]): string {
      const entry = JSON.stringify(fields)
      if (press.current.entry !== entry) press.current = { entry, key: newKey() }
      return press.current.key
    },
    recorded() {
      press.current = { entry: '', key: '' }
    },
  }
}
