import { useState } from 'react'
import { sentence } from '#web/data/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import type { Standing } from './saved-draft.ts'
import type { Editor } from './use-editor.ts'

const sentences: Readonly<Record<Exclude<Standing, 'conflict'>, string>> = {
  saved: 'This draft is saved. Customers see it when it is published.',
  saving: 'Saving the draft…',
  local: 'The restaurant could not be reached. Keep this page open: the draft is saved when the network is back.',
}

/** The most changed dishes that the bar names. */
const mostNamed = 3

export function DraftBar({ editor: { own, changed, changedDishes, isStale, setOpen } }: { editor: Editor }) {
  const saved = own.startedFrom
  const names = changedDishes.slice(0, mostNamed).map(({ name }) => name || 'a new dish')
  const more = changedDishes.length - names.length
  return (
    <section
      aria-label="Draft"
      className="-mx-4 sticky bottom-0 z-20 mt-auto flex items-center gap-3 border-line border-t bg-raise px-4 py-2.5 lg:rounded-t-card"
    >
      <div className="min-w-0 flex-1 text-sm">
        {changed && names.length > 0 && (
          <p className="wrap-anywhere line-clamp-1 font-semibold">
            {names.join(', ')}
            {more > 0 && ` and ${more} more`}
          </p>
        )}
        <p role="status" className="text-soft">
          {own.standing === 'conflict'
            ? ''
            : changed || own.standing === 'saving'
              ? sentences[own.standing]
              : 'Everything is published.'}
        </p>
        {changed && saved && (
          <p className="text-soft max-sm:hidden">
            Started from the draft that {saved.savedBy} saved {day(saved.savedAt)} {clock(saved.savedAt)}.
          </p>
        )}
      </div>
      <Button disabled={!changed || isStale} onClick={() => setOpen('publish')} className="shrink-0">
        Publish
      </Button>
    </section>
  )
}

/** Says that another page has changed the draft, and lets the owner choose one of the two drafts. */
export function DraftConflict(props: { onTheirs: () => Promise<void>; onOwn: () => Promise<void> }) {
  const [failure, setFailure] = useState('')
  const decide = (choice: () => Promise<void>) => {
    setFailure('')
    choice().catch((error: unknown) => setFailure(sentence(error)))
  }
  return (
    <div role="alert" className="mb-4 grid gap-3 rounded-control bg-raise2 px-4 py-3">
      <p className="font-semibold text-alarm">
        This draft was changed on another device or in another window as well. Only one of the two drafts can be kept.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="onWash" onClick={() => decide(props.onTheirs)}>
          Use the other draft
        </Button>
        <Button variant="onWash" onClick={() => decide(props.onOwn)}>
          Keep this draft
        </Button>
      </div>
      {failure !== '' && <p className="font-semibold text-alarm">{failure}</p>}
    </div>
  )
}
