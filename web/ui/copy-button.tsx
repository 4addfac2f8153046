import { useEffect, useState } from 'react'
import { dismiss, toastDone, toastFailed, toastTime } from '#web/data/toast.ts'
import { copyText } from '#web/ui/copy.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  readonly text: string
  /** The visible label. `name` is the longer accessible name. */
  readonly label: string
  readonly name: string
  readonly copied: string
  readonly failed: string
  /** True for a button without an icon, beside another copy button. */
  readonly plain?: boolean
  readonly className?: string
}

/** The id of the last copy's toast, which the next copy's toast replaces. */
let last = 0

/** Shows on the button that the text is copied. A toast tells screen readers. */
export function CopyButton({ text, label, name, copied, failed, plain = false, className = 'bg-raise2' }: Props) {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (turn === 0) return
    const timer = setTimeout(() => setTurn(0), toastTime.longer)
    return () => clearTimeout(timer)
  }, [turn])

  async function copy() {
    const done = await copyText(text)
    if (done) setTurn((turn) => turn + 1)
    dismiss(last)
    last = done ? toastDone(copied) : toastFailed(failed)
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={name}
      className={`grid min-h-11 min-w-11 max-w-full shrink-0 place-items-center rounded-control px-3 font-semibold text-control hover:brightness-105 ${turn > 0 ? 'bg-wash-leaf text-leaf' : className}`}
    >
      {/* Both labels are in one place, so the button is as wide as the longer label. */}
      <span className={`col-start-1 row-start-1 flex items-center gap-1.5 ${turn > 0 ? 'invisible' : ''}`}>
        {!plain && <Icon name="copy" className="size-4.5" />}
        {label}
      </span>
      <span
        aria-hidden="true"
        className={`col-start-1 row-start-1 flex items-center gap-1.5 ${turn > 0 ? '' : 'invisible'} ${plain ? 'w-0 justify-center' : ''}`}
      >
        <Icon name="check" className="size-4.5" />
        {!plain && 'Copied'}
      </span>
    </button>
  )
}
