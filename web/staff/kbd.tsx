import { usePersisted } from '#web/data/storage/persisted.ts'
import { letterKeys } from './letter-keys.ts'

type Props = {
  readonly children: string
  /** True to show the key on touch screens too, because a tablet may have a keypad. */
  readonly isAlways?: boolean
}

/**
 * The key that presses the surrounding control, hidden from assistive technology. Not shown if the key is a letter and
 * letter keys are switched off.
 */
export function Kbd({ children, isAlways = false }: Props) {
  const isOn = usePersisted(letterKeys)
  if (!isOn && /^[A-Z/?]$/.test(children)) return null
  return (
    <span
      aria-hidden="true"
      className={`min-w-5 place-items-center rounded-md border border-current/40 px-1 font-semibold text-xs leading-4.5 ${
        isAlways ? 'inline-grid' : 'hidden pointer-fine:inline-grid'
      }`}
    >
      {children}
    </span>
  )
}
