import { useState } from 'react'
import type { SavedMenuDraft } from '#contract/menu/menu-document.ts'
import { sentence } from '#web/data/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import type { Standing } from './saved-draft.ts'

const sentences: Readonly<Record<Exclude<Standing, 'conflict'>, string>> = {
  saved: 'This draft is saved. Customers see it when it is published.',
  saving: 'Saving the draft…',
  local: 'The restaurant could not be reached. Keep this page open: the draft is saved when the network is back.',
}

type Props = {
  readonly changed: boolean
  readonly standing: Standing
  /** As it was when the page was opened. */
  readonly saved: SavedMenuDraft['draft']
}

/** Where the draft is, and who began it. */
export function DraftStatus({ changed, standing, saved }: Props) {
  return (
    <div className="text-soft text-sm">
      <p role="status">
        {standing === 'conflict'
          ? ''
          : changed || standing === 'saving'
            ? sentences[standing]
            : 'Everything is published.'}
      </p>
      {changed && saved && (
        <p>
          Begun with what {saved.savedBy} saved {day(saved.savedAt)} {clock(saved.savedAt)}.
        </p>
      )}
    </div>
  )
}

/** Another page has changed the draft. */
export function DraftConflict(props: { onTheirs: () => Promise<void>; onOwn: () => Promise<void> }) {
  const [failure, setFailure] = useState('')
  const decide = (choice: () => Promise<void>) => {
    setFailure('')
    choice().catch((error: unknown) => setFailure(sentence(error)))
  }
  return (
    <div role="alert" className="mb-4 grid gap-3 rounded-control bg-raise2 px-4 py-3">
      <p className="font-semibold text-alarm">
        This draft was changed on another device or in another window as well. Only one of the two can go on.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="onWash" onClick={() => decide(props.onTheirs)}>
          Use the other one
        </Button>
        <Button variant="onWash" onClick={() => decide(props.onOwn)}>
          Keep what is here
        </Button>
      </div>
      {failure !== '' && <p className="font-semibold text-alarm">{failure}</p>}
    </div>
  )
}
