import { useState } from 'react'
import { type Draft, isStarted } from '#web/data/storage/counter-draft.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { TextButton } from '#web/ui/text-button.tsx'

type Props = {
  readonly draft: Draft
  readonly onClear: () => void
  readonly onRestore: (draft: Draft) => void
}

/**
 * A button that clears the draft, the order that is being entered. A cleared draft can be restored until the next draft
 * begins. A draft from an earlier visit is shown with its time.
 */
export function ClearDraft({ draft, onClear, onRestore }: Props) {
  const started = isStarted(draft)
  const [leftAt, setLeftAt] = useState(started ? draft.at : undefined)
  const [cleared, setCleared] = useState<Draft>()

  function clear() {
    setCleared(draft)
    setLeftAt(undefined)
    onClear()
  }

  return (
    <>
      {started ? (
        <TextButton onClick={clear}>Clear</TextButton>
      ) : (
        cleared && <TextButton onClick={() => onRestore(cleared)}>Restore</TextButton>
      )}
      {started && leftAt !== undefined && (
        <p role="status" className="w-full text-sm text-soft">
          Draft of {clock(new Date(leftAt).toISOString())}.
        </p>
      )}
    </>
  )
}
