import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import type { StaffMember } from '#contract/staff.ts'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { staffQuery } from '#web/office/frame/office-store.ts'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { MemberCard } from './member-card.tsx'
import { type OfficeForm, OfficeSheets } from './office-sheets.tsx'
import { SecuritySection } from './security-section.tsx'

const tight = 'px-2.5! text-sm sm:px-3.5! sm:text-base'
const small = buttonClass('secondary', tight)

/** The owner's screen of staff: their accounts and sessions, and refused sign-ins. */
export function Office({ user, site }: { user: User; site: Site }) {
  const staff = useQuery({ ...staffQuery, refetchOnMount: 'always' })
  const [form, setForm] = useState<OfficeForm>()

  return (
    <OfficeFrame user={user} site={site}>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 content-start items-start gap-8 px-4 pb-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <section aria-labelledby="staff" className="grid gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="staff" className="text-2xl">
              Staff
            </h2>
            <div className="flex flex-wrap gap-2">
              <button type="button" onClick={() => setForm({ kind: 'code' })} className={small}>
                Customer reset code
              </button>
              <button type="button" onClick={() => setForm({ kind: 'add' })} className={buttonClass('primary', tight)}>
                Add member
              </button>
            </div>
          </div>
          <QueryView what="staff" query={staff} skeletons={['h-52', 'h-52']}>
            {({ members }) => <Members members={members} user={user} onForm={setForm} />}
          </QueryView>
        </section>
        <SecuritySection />
      </main>
      <OfficeSheets form={form} onForm={setForm} />
    </OfficeFrame>
  )
}

type MembersProps = {
  readonly members: readonly StaffMember[]
  readonly user: User
  readonly onForm: (form: OfficeForm) => void
}

/** The staff: members with an active account, then members whose account is switched off. */
function Members({ members, user, onForm }: MembersProps) {
  const card = (member: StaffMember) => (
    <li key={member.id} className="grid">
      <MemberCard member={member} isSelf={member.id === user.id} onForm={onForm} />
    </li>
  )
  const off = members.filter(({ isOn }) => !isOn)
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">{members.filter(({ isOn }) => isOn).map(card)}</ul>
      {off.length > 0 && (
        <>
          <h3 className="text-xl">Switched off</h3>
          <ul className="grid gap-3 sm:grid-cols-2">{off.map(card)}</ul>
        </>
      )}
    </>
  )
}
