import type { ReactNode } from 'react'
import type { IncompleteSession } from '#contract/session.ts'
import { Enrolment } from './enrolment.tsx'
import { SecondStep } from './second-step.tsx'

type Props = {
  readonly session: IncompleteSession
  readonly restaurant: string
  readonly signOut: ReactNode
  readonly onDone: () => void
}

/** The screen after the password, if the sign-in still lacks a step such as the second factor. */
export default function IncompleteSignIn({ session, restaurant, signOut, onDone }: Props) {
  const { lacks, user } = session
  const isStep = lacks === 'second-step'
  return (
    <section className="m-auto grid w-full max-w-sm gap-6 rounded-sheet bg-raise p-6 shadow-card sm:p-8">
      <header className="grid gap-1.5">
        <p className="font-semibold text-sm text-soft">{restaurant}</p>
        <h1 className="text-3xl">{isStep ? 'Second step' : 'Add a second factor'}</h1>
        <p className="wrap-anywhere text-soft">
          {isStep
            ? `Your password is right, ${user.username}. One step is left.`
            : `You handle money, ${user.username}, so a password alone does not sign you in here.`}
        </p>
      </header>
      {isStep ? <SecondStep session={session} onDone={onDone} /> : <Enrolment hasApp={false} onDone={onDone} />}
      <div className="grid">{signOut}</div>
    </section>
  )
}
