import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import type { AuditList as Found } from '#contract/staff.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { query } from '#web/data/api/query.ts'
import { AuditRow } from '#web/office/audit/audit-entries.tsx'
import type { Reader } from '#web/office/audit/audit-sentences.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { pollEvery, staffQuery } from '#web/office/frame/office-store.ts'
import { PagedList } from '#web/office/frame/paged-list.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'

/**
 * Returns the query for a page of audit entries. `search` is the query string of the address, such as '?person=…&q=…'.
 */
const auditPage = (search: string, after: string) => ({
  ...query('GET /api/office/audit', {
    query: { ...Object.fromEntries(new URLSearchParams(search)), ...(after && { after: Number(after) }) },
    refetchInterval: pollEvery,
  }),
  select: ({ entries, next }: Found) => ({ entries, next: next === null ? null : String(next) }),
})

/** The audit entries, newest first. The address can limit the list to the entries of a person or of a search. */
export function AuditList({ user, site }: { readonly user: User; readonly site: Site }) {
  const { search, restate } = useNavigation()
  const asked = new URLSearchParams(search)
  const members = useQuery(staffQuery).data?.members ?? []
  const reader: Reader = { self: user.id, named: (id) => members.find((member) => member.id === id)?.username }

  function change(key: 'q' | 'person', value: string) {
    const next = new URLSearchParams(asked)
    if (value === '') next.delete(key)
    else next.set(key, value)
    restate(next.size === 0 ? '/office/audit' : `/office/audit?${next}`)
  }

  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid max-w-4xl flex-1 content-start gap-4 px-4 pb-10">
        <h2 className="text-page">Audit</h2>
        <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <Field
            label="Search the audit"
            type="search"
            placeholder="Order, person, dish, reason"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={100}
            value={asked.get('q') ?? ''}
            onChange={({ target }) => change('q', target.value)}
          />
          <Select
            label="Person"
            value={asked.get('person') ?? ''}
            onChange={({ target }) => change('person', target.value)}
          >
            <option value="">Everybody</option>
            {members.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </Select>
        </search>
        <PagedList
          noun={['entry', 'entries']}
          label="Audit entries, newest first"
          search={asked.toString()}
          page={auditPage}
          row={(entry, before) => <AuditRow entry={entry} before={before} reader={reader} />}
          empty={() => <p>No entries.</p>}
        />
      </main>
    </OfficeFrame>
  )
}
