import { copyText } from '#web/ui/copy.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'

type Props = {
  readonly text: string
  /** The visible label, and the accessible name where the label is too short. */
  readonly label: string
  readonly name?: string
  /** What is copied, as it begins a sentence. */
  readonly what: string
}

export function CopyButton({ text, label, name, what }: Props) {
  async function copy() {
    const done = await copyText(text)
    toast(done ? `${what} copied to clipboard!` : `Failed to copy ${what.toLowerCase()}.`, {
      kind: done ? 'good' : 'bad',
      duration: toastTime.longer,
    })
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={name}
      className="inline-flex min-h-11 items-center justify-center gap-2 rounded-control bg-raise2 px-3 font-semibold text-sm hover:brightness-105"
    >
      <Icon name="copy" className="size-4" />
      {label}
    </button>
  )
}
