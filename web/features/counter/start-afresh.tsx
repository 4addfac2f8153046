import { useState } from 'react'
import { type Draft, isBegun } from '#web/sync/storage/counter-draft.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { TextButton } from '#web/ui/text-button.tsx'

type Props = {
  readonly draft: Draft
  readonly onClear: () => void
  readonly onBringBack: (draft: Draft) => void
}

/** Says where an order comes from that was begun before, and takes it away: until the next is begun, not for good. */
export function StartAfresh({ draft, onClear, onBringBack }: Props) {
  const begun = isBegun(draft)
  const [foundAt, setFoundAt] = useState(begun ? draft.at : undefined)
  const [cleared, setCleared] = useState<Draft>()

  function clear() {
    setCleared(draft)
    setFoundAt(undefined)
    onClear()
  }

  return (
    <>
      {begun ? (
        <TextButton onClick={clear}>Start afresh</TextButton>
      ) : (
        cleared && <TextButton onClick={() => onBringBack(cleared)}>Bring it back</TextButton>
      )}
      {begun && foundAt !== undefined && (
        <p role="status" className="w-full text-sm text-soft">
          Here again, as you left it at {clock(new Date(foundAt).toISOString())}.
        </p>
      )}
    </>
  )
}
