import { useEffect, useRef, useSyncExternalStore } from 'react'
import { type Asked, shownQuestion, subscribe } from '#web/data/confirm-action.ts'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'

/** The dialog of `confirmAction`. Escape, Back or a press outside answers no. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribe, shownQuestion)
  return (
    <Sheet open={question !== undefined} onClose={() => question?.answer(false)} title={question?.title ?? ''}>
      {question && <Answers {...question} />}
    </Sheet>
  )
}

function Answers({ text, action, otherwise = 'Back', danger = false, answer }: Asked) {
  const first = useRef<HTMLButtonElement>(null)
  // If the action is dangerous, the button that cancels comes first and gets the focus, so a second press of Enter does
  // not confirm.
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="grid gap-5">
      {text !== undefined && <div className="wrap-anywhere grid gap-3">{text}</div>}
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Button
          ref={danger ? undefined : first}
          variant={danger ? 'danger' : 'primary'}
          // Ignore the second press of a double click.
          onClick={(event) => event.detail < 2 && answer(true)}
        >
          {action}
        </Button>
        <Button ref={danger ? first : undefined} variant="secondary" onClick={() => answer(false)}>
          {otherwise}
        </Button>
      </div>
    </div>
  )
}
