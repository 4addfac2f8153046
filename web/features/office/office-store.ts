import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/api/client.ts'

/** Milliseconds between looks: nobody is told live who signed in. */
const lookAgain = 30_000

export const staffQuery = queryOptions({
  queryKey: ['office-staff'],
  queryFn: () => call('GET /api/office/staff'),
  refetchInterval: lookAgain,
})

export type Asked = { readonly person: string; readonly order: string }

export const auditQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['office-audit', asked],
    queryFn: () => {
      const given = Object.entries(asked).filter(([, value]) => value !== '')
      return call('GET /api/office/audit', { query: Object.fromEntries(given) })
    },
    refetchInterval: lookAgain,
    placeholderData: (before) => before,
  })

/** Puts a member, as the server has them after a entry, into the list; the record has one line more. */
export function useMemberChanged() {
  const client = useQueryClient()
  return (member: StaffMember) => {
    client.setQueryData(staffQuery.queryKey, (list) => {
      if (!list) return list
      const isKnown = list.members.some(({ id }) => id === member.id)
      return {
        members: isKnown
          ? list.members.map((other) => (other.id === member.id ? member : other))
          : [...list.members, member].sort((a, b) => a.username.localeCompare(b.username)),
      }
    })
    void client.invalidateQueries({ queryKey: ['office-audit'] })
  }
}

export const noAnswer = 'The restaurant did not answer, and nothing is known of it. Please look again.'
