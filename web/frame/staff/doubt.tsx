import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** A question about what was typed, '' for none: asked once, before it is sent. Whoever types something else is asked anew. */
export function useDoubt(question: string) {
  const [asked, setAsked] = useState('')
  const isAsked = question !== '' && asked === question
  return {
    question,
    isAsked,
    /** Asks, and returns whether the answer is waited for. */
    asks(): boolean {
      if (question === '' || isAsked) return false
      setAsked(question)
      return true
    },
    back: () => setAsked(''),
  }
}

type Doubt = ReturnType<typeof useDoubt>

export function Question({ doubt: { isAsked, question } }: { doubt: Doubt }) {
  return isAsked ? (
    <p role="alert" className="font-semibold">
      {question}
    </p>
  ) : null
}

type Props = { readonly doubt: Doubt; readonly form?: string; readonly busy: boolean; readonly children: ReactNode }

/** A submit button that asks first. Back comes below it: there the second of two quick presses does nothing. */
export function AskingSubmit({ doubt, form, busy, children }: Props) {
  return (
    <div className="grid gap-3">
      <Question doubt={doubt} />
      <Button type="submit" form={form} busy={busy}>
        {doubt.isAsked ? 'Record it' : children}
      </Button>
      {doubt.isAsked && (
        <Button look="secondary" onClick={doubt.back}>
          Back
        </Button>
      )}
    </div>
  )
}
