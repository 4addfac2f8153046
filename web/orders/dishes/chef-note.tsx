import { useEffect, useId, useRef, useState } from 'react'
import { longestNote } from '#domain/menu/pricing.ts'
import { withoutLineBreaks } from '#domain/text/words.ts'
import { Button } from '#web/ui/button.tsx'
import { cutHint } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  readonly note: string
  readonly onSave: (note: string) => void
  /** The unsaved text of the field; '' when the field is closed. */
  readonly typed: string
  readonly onType: (text: string) => void
}

/** MENU-8: a note for the kitchen. An empty note is not saved. */
export function ChefNote({ note, onSave, typed, onType }: Props) {
  const [writing, setWriting] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!writing) return
    field.current?.focus({ preventScroll: true })
    // Focusing alone would show only the field's first line above the foot of the sheet.
    field.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [writing])

  function close() {
    onType('')
    setWriting(false)
    // Wait for the next frame, because React renders the button only after this handler.
    requestAnimationFrame(() => opener.current?.focus())
  }

  if (!writing) {
    return (
      <div data-field="chefComment" className="-mx-5 grid gap-2 border-line border-t px-5 pt-3">
        {note !== '' && (
          <p className="rounded-control bg-plantain px-3 py-2 text-on-plantain">
            <span className="font-semibold">P.S.:</span> {note}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <button
            ref={opener}
            type="button"
            onClick={() => {
              onType(note)
              setWriting(true)
            }}
            className="inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-2 decoration-line underline-offset-4"
          >
            <Icon name="pencil" className="size-4.5 text-soft" />
            {note === '' ? 'Note for the Chef' : 'Change the note'}
          </button>
          {note !== '' && (
            <Button variant="quiet" className="min-h-11 px-3" onClick={() => onSave('')}>
              Remove
            </Button>
          )}
        </div>
      </div>
    )
  }

  return (
    <div data-field="chefComment" className="-mx-5 grid gap-2 border-line border-t px-5 pt-3">
      <label htmlFor={id} className="font-bold font-display text-lg">
        Note for the Chef
      </label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        maxLength={longestNote}
        value={typed}
        onChange={(event) => onType(withoutLineBreaks(event.target.value))}
        placeholder="Any special requests or preferences?"
        aria-describedby={`${id}-room`}
        className="w-full rounded-control border border-edge bg-ground px-4 py-3 placeholder:text-soft"
      />
      <p id={`${id}-room`} role="status" className="text-sm text-soft empty:hidden">
        {cutHint(typed, longestNote)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" className="flex-1" onClick={close}>
          Cancel
        </Button>
        <Button
          className="flex-1"
          disabled={typed.trim() === ''}
          onClick={() => {
            onSave(typed.trim())
            close()
          }}
        >
          Save Note
        </Button>
      </div>
    </div>
  )
}
