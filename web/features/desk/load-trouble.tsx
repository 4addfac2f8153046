import { sentence } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  /** What is wrong, in bold: that what is shown may be old, or that nothing came. */
  readonly what: string
  readonly error: unknown
  readonly busy: boolean
  readonly onRetry: () => void
}

/** Over what the desk shows, where it could not be read anew. */
export function LoadTrouble({ what, error, busy, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="mx-4 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border-2 border-alarm bg-raise px-4 py-2"
    >
      <p>
        <strong>{what}</strong> {sentence(error, 'Please check the network.')}
      </p>
      <Button look="secondary" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
