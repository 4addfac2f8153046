import { type ReactNode, useState } from 'react'
import { toastFailed } from '#web/data/toast.ts'
import { ProgressLine } from './progress-line.tsx'

type Load = <Part>(part: () => Promise<Part>) => Promise<Part | undefined>

/**
 * For code that is loaded when it is pressed for: `load` returns undefined where it did not come, and has said so. The line,
 * where the caller puts it, shows that it is on its way.
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
