import { useQuery } from '@tanstack/react-query'
import { query } from '#web/data/api/query.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { toastDone } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { day } from '#web/ui/lagos-time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSend } from '#web/ui/use-send.ts'

const stillSignedIn = 'Could not reach the restaurant. You are still signed in.'

export default function OwnSessions({ onEnded }: { onEnded: () => void }) {
  const { signOut } = useSessionWrites()
  const { busy, send } = useSend()
  const { data, error } = useQuery(query('GET /api/account/sessions', { staleTime: 0, gcTime: 0 }))
  if (!data) return error ? null : <Skeleton className="h-45 rounded-card" />

  async function leaveAll() {
    if (!(await signOut({ everywhere: true }))) return
    toastDone('Signed out everywhere.')
    onEnded()
  }

  return (
    <section aria-labelledby="own-sessions" className="grid gap-2 rounded-card bg-raise p-4 shadow-card sm:p-6">
      <h2 id="own-sessions" className="text-xl">
        Where you are signed in
      </h2>
      <ul className="grid divide-y divide-line">
        {data.sessions.map(({ id, device, startedAt, isThis }) => (
          <li key={id} className="wrap-anywhere py-2 leading-snug">
            {device}
            <span className="block text-soft text-sm">{isThis ? 'this browser' : `since ${day(startedAt)}`}</span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" busy={busy} onClick={() => void send(leaveAll, { unanswered: stillSignedIn })}>
        End all sessions
      </Button>
    </section>
  )
}
