import type { StaffMember, StaffSession } from '#contract/staff.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { call } from '#web/data/api/client.ts'
import { checkFirst, useMemberChanged } from '#web/office/frame/office-store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { lastSeen, roleLabels } from './member-labels.ts'
import type { OfficeForm } from './office-sheets.tsx'

/** Returns the HTML id of the heading of a member's card. */
export function memberHeading({ id }: Pick<StaffMember, 'id'>): string {
  return `member-${id}`
}

type Props = {
  readonly member: StaffMember
  readonly isSelf: boolean
  readonly onForm: (form: OfficeForm) => void
}

export function MemberCard({ member, isSelf, onForm }: Props) {
  const { id, username, role, phone, isOn, isDemo, hasSecondFactor, sessions } = member
  const changed = useMemberChanged()
  const { busy, send } = useSend()
  const heading = memberHeading(member)

  function act(change: () => Promise<StaffMember>, done: string) {
    const request = async () => {
      // The change removes the pressed button, so the focus moves to the card's heading.
      refocus(() => document.getElementById(heading))
      changed(await change())
    }
    void send(request, { done, unanswered: checkFirst })
  }

  const end = (session: StaffSession) =>
    act(
      () => call('DELETE /api/office/staff/:id/sessions/:session', { params: { id, session: session.id } }),
      `${username} is signed out on ${session.device}.`,
    )
  const endAll = () =>
    act(() => call('DELETE /api/office/staff/:id/sessions', { params: { id } }), `${username} is signed out.`)

  return (
    <article aria-labelledby={heading} className="flex flex-col gap-3 rounded-card bg-raise p-4 shadow-card">
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={heading} tabIndex={-1} className="wrap-anywhere text-lg">
            {username}
          </h3>
          <p className="text-sm text-soft">{phone === '' ? 'No phone' : Phone.format(phone)}</p>
        </div>
        <Badge variant={isOn ? 'promise' : 'plain'}>{roleLabels[role]}</Badge>
      </header>
      {isOn && isDemo && (
        <p className="font-semibold text-alarm text-sm">
          Demo account: its password was shown when the server first started. Set another one, or switch it off.
        </p>
      )}
      {isOn && (hasSecondFactor || isOneOf(role, policy.till)) && (
        <p className="text-sm text-soft">
          {hasSecondFactor ? 'Signs in with a second factor.' : 'Signs in with the password alone.'}
        </p>
      )}
      {isOn && sessions.length === 0 && <p className="text-sm text-soft">Not signed in anywhere.</p>}
      {sessions.length > 0 && <Sessions member={member} busy={busy} onEnd={end} />}
      <div className="mt-auto flex flex-wrap gap-x-5 text-sm">
        {isOn ? (
          <MemberActions {...{ member, isSelf, onForm, busy }} onEndAll={endAll} />
        ) : (
          <Button
            variant="secondary"
            aria-label={`Switch on ${username}`}
            onClick={() => onForm({ kind: 'switch', member })}
          >
            Switch on
          </Button>
        )}
      </div>
    </article>
  )
}

type SessionsProps = {
  readonly member: StaffMember
  readonly busy: boolean
  readonly onEnd: (session: StaffSession) => void
}

function Sessions({ member: { username, sessions }, busy, onEnd }: SessionsProps) {
  return (
    <ul aria-label={`Where ${username} is signed in`} className="grid divide-y divide-line border-line border-y">
      {sessions.map((session) => (
        <li key={session.id} className="flex min-h-12 items-center justify-between gap-3 py-1">
          <p className="wrap-anywhere min-w-0 text-sm leading-snug">
            {session.device}
            <span className="block text-soft">
              {session.isThis ? 'this browser' : lastSeen(session.seenAt, Date.now())}
            </span>
          </p>
          {!session.isThis && (
            <TextButton
              aria-label={`Sign out ${username} on ${session.device}`}
              disabled={busy}
              onClick={() => onEnd(session)}
              className="text-sm"
            >
              Sign out
            </TextButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function MemberActions({
  member,
  isSelf,
  onForm,
  busy,
  onEndAll,
}: Props & { readonly busy: boolean; readonly onEndAll: () => void }) {
  const { username, hasSecondFactor, sessions } = member
  const others = sessions.filter(({ isThis }) => !isThis)
  return (
    <>
      <TextButton aria-label={`Change ${username}`} onClick={() => onForm({ kind: 'change', member })}>
        Change
      </TextButton>
      {!isSelf && (
        <TextButton aria-label={`New password for ${username}`} onClick={() => onForm({ kind: 'password', member })}>
          New password
        </TextButton>
      )}
      {!isSelf && hasSecondFactor && (
        <TextButton
          aria-label={`Reset the second factor of ${username}`}
          onClick={() => onForm({ kind: 'factor', member })}
        >
          Reset second factor
        </TextButton>
      )}
      {others.length > 1 && (
        <TextButton
          aria-label={`Sign out ${username} everywhere${isSelf ? ' else' : ''}`}
          disabled={busy}
          onClick={onEndAll}
          className="max-w-full"
        >
          Sign out everywhere{isSelf && ' else'}
        </TextButton>
      )}
      <TextButton
        aria-label={`Switch off ${username}`}
        onClick={() => onForm({ kind: 'switch', member })}
        className="text-alarm"
      >
        Switch off
      </TextButton>
    </>
  )
}
