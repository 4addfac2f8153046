import { type ReactNode, useState } from 'react'
import { toastFailed } from '#web/data/toast.ts'
import { ProgressLine } from './progress-line.tsx'

type Load = <Part>(part: () => Promise<Part>) => Promise<Part | undefined>

/**
 * Returns `load`, which loads code on a press. After a failure `load` shows a toast and resolves with undefined. The
 * caller renders `line`, the progress line.
 */
export function useLoadOnPress(): { readonly load: Load; readonly line: ReactNode } {
  const [loading, setLoading] = useState(false)
  const load: Load = async (part) => {
    setLoading(true)
    try {
      return await part()
    } catch {
      toastFailed('Connection failed.')
      return undefined
    } finally {
      setLoading(false)
    }
  }
  return { load, line: loading && <ProgressLine /> }
}
