import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { setupQuery } from '#web/office/frame/office-store.ts'
import { Enrolment } from '#web/staff/second-factor/enrolment.tsx'
import { StaffGate } from '#web/staff/staff-gate.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { CodeForm } from './code-form.tsx'
import { SetUp } from './setup.tsx'

/** The set-up: first the owner's account by a one-time code, then the steps. */
export default function SetupPage() {
  const { data: site } = useSuspenseQuery(queries.site())
  const setup = useQuery(setupQuery)
  const signedIn = useSignedIn()
  const state = setup.data?.state
  // The last step says that the restaurant is open. Signed-in people can therefore see the set-up after the opening,
  // too.
  if (state === 'begun' || (state === 'open' && signedIn.state === 'in')) {
    return (
      <StaffGate restaurant={site.name} title="Set-up" screen="/setup">
        {(user) => (
          <SetUp
            key={user.id}
            user={user}
            site={site}
            enrolment={(onDone) => <Enrolment hasApp={false} onDone={onDone} />}
          />
        )}
      </StaffGate>
    )
  }
  return (
    <main id="main" tabIndex={-1} className="flex min-h-dvh p-4">
      {state === 'code' && <CodeForm />}
      {state === 'open' && (
        <section className="m-auto grid w-full max-w-md justify-items-center gap-3 rounded-sheet bg-raise px-6 py-12 text-center shadow-card">
          <h1 className="text-3xl">Set up already</h1>
          <p className="text-soft">
            {site.name} is already set up, and the code works only once. Sign in to change it.
          </p>
          <Link to="/office" className={buttonClass()}>
            Office
          </Link>
        </section>
      )}
      {state === undefined && (
        <div className="m-auto">
          <LoadTrouble what="The set-up did not load." query={setup} />
          {!setup.error && (
            <p role="status" aria-busy="true" className="text-soft">
              One moment…
            </p>
          )}
        </div>
      )}
    </main>
  )
}
