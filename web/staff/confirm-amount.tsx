import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** A question about what was typed, '' for none: asked once, before it is sent. Whoever types something else is asked anew. */
export function useDoubt(question: string) {
  const [asked, setAsked] = useState('')
  const isAsked = question !== '' && asked === question
  return {
    question,
    isAsked,
    /** Asks, and returns whether the answer is waited for. Nothing is asked while a field is `wrong`. */
    asks(wrong: object = {}): boolean {
      if (question === '' || isAsked || Object.keys(wrong).length > 0) return false
      setAsked(question)
      return true
    },
    back: () => setAsked(''),
  }
}

type Props = {
  readonly doubt: ReturnType<typeof useDoubt>
  readonly form?: string
  readonly busy: boolean
  readonly children: ReactNode
  /** The button beside it, in whose place the question has its Back. */
  readonly other?: ReactNode
}

/** A submit button that asks first. */
export function AskingSubmit({ doubt: { isAsked, question, back }, form, busy, children, other }: Props) {
  const submit = useRef<HTMLButtonElement>(null)
  return (
    <div className="grid gap-3">
      {isAsked && (
        <p role="alert" className="font-semibold">
          {question}
        </p>
      )}
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button
          ref={submit}
          type="submit"
          form={form}
          busy={busy}
          // The second press of a double click answers nothing.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {isAsked ? 'Record it' : children}
        </Button>
        {isAsked ? (
          <Button
            look="secondary"
            onClick={() => {
              submit.current?.focus()
              back()
            }}
          >
            Back
          </Button>
        ) : (
          other
        )}
      </div>
    </div>
  )
}
