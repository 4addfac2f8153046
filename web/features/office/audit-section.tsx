import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { AuditEntry, StaffMember } from '#contract/staff.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { describeAction, describeDetail } from './audit-descriptions.ts'
import { auditQuery } from './office-store.ts'

/** The audit entries, optionally of one person or order. */
export function AuditSection({ members }: { members: readonly StaffMember[] }) {
  const [person, setPerson] = useState('')
  const [typed, setTyped] = useState('')
  const code = useDeferredValue(typed.replace(/[^0-9a-z]/gi, ''))
  // The server finds an order by six characters or more.
  const order = code.length < 6 ? '' : code
  const audit = useQuery(auditQuery({ person, order }))
  const { data, error } = audit
  const named = (id: string) => members.find((member) => member.id === id)?.username

  return (
    <section aria-labelledby="entries" className="grid gap-4">
      <h2 id="entries" className="text-2xl">
        Audit
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Select label="Person" value={person} onChange={(event) => setPerson(event.target.value)}>
          <option value="">Everybody</option>
          {members.map(({ id, username }) => (
            <option key={id} value={id}>
              {username}
            </option>
          ))}
        </Select>
        <Field
          label="Order"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="Last 6 characters"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={typed !== '' && order === '' ? 'Six characters or all nine.' : undefined}
        />
      </div>
      <LoadTrouble what={data ? 'The audit may be out of date.' : 'The audit did not load.'} query={audit} />
      {data ? <Actions entries={data.entries} named={named} /> : !error && <Skeleton className="h-96 rounded-card" />}
    </section>
  )
}

/** Entries shown at first: more would make the page very long on a phone. */
const atFirst = 30

type AuditProps = { readonly entries: readonly AuditEntry[]; readonly named: (id: string) => string | undefined }

function Actions({ entries, named }: AuditProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, atFirst)
  if (entries.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">No entries.</p>
    )
  }
  return (
    <>
      <ol
        aria-label="Audit entries, newest first"
        className="grid divide-y divide-line rounded-card bg-raise px-4 shadow-card"
      >
        {shown.map((entry) => {
          const detail = describeDetail(entry, named)
          return (
            <li key={entry.id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-2.5 text-sm leading-snug">
              <time dateTime={entry.at} className="figures text-soft">
                {clock(entry.at)}
                <span className="block text-xs">{day(entry.at).replace(/ \d{4}$/, '')}</span>
              </time>
              <p className="wrap-anywhere">
                <strong>{entry.actor ? entry.actor.name || 'Somebody' : 'The restaurant'}</strong>{' '}
                {entry.actor && <span className="text-soft">({entry.actor.role})</span>} {describeAction(entry)}
                {detail && <span className="block text-soft">{detail}</span>}
              </p>
            </li>
          )
        })}
      </ol>
      {shown.length < entries.length && (
        <Button look="secondary" onClick={() => setIsWhole(true)}>
          Show {entries.length - shown.length} more
        </Button>
      )}
    </>
  )
}
