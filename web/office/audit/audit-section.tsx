import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry, StaffMember } from '#contract/staff.ts'
import { AuditEntries } from '#web/office/audit/audit-entries.tsx'
import type { Reader } from '#web/office/audit/audit-sentences.ts'
import { auditQuery } from '#web/office/frame/office-store.ts'
import { useSettled } from '#web/office/frame/paged-list.tsx'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'

/** The audit entries as sentences, optionally of one person or order. `self` is the account that reads them. */
export function AuditSection({ members, self }: { members: readonly StaffMember[]; self: string }) {
  const [person, setPerson] = useState('')
  const [typed, setTyped] = useState('')
  const code = useSettled(typed.replace(/[^0-9a-z]/gi, ''))
  // The server finds an order by six characters or more.
  const order = code.length < 6 ? '' : code
  const audit = useQuery(auditQuery({ person, order }))
  const reader: Reader = { self, named: (id) => members.find((member) => member.id === id)?.username }

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
      <QueryView what="audit" query={audit}>
        {({ entries }) => <Actions entries={entries} reader={reader} />}
      </QueryView>
    </section>
  )
}

/** Entries shown at first: more would make the page very long on a phone. */
const atFirst = 30

type AuditProps = { readonly entries: readonly AuditEntry[]; readonly reader: Reader }

function Actions({ entries, reader }: AuditProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? entries : entries.slice(0, atFirst)
  if (entries.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">No entries.</p>
    )
  }
  return (
    <>
      <AuditEntries
        entries={shown}
        reader={reader}
        label="Audit entries, newest first"
        className="rounded-card bg-raise px-5 shadow-card"
      />
      {shown.length < entries.length && (
        <Button variant="secondary" onClick={() => setIsWhole(true)}>
          Show {entries.length - shown.length} more
        </Button>
      )}
    </>
  )
}
