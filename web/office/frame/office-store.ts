import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/data/api/client.ts'

/** Milliseconds. No live event reports sign-ins, so the office polls. */
const pollEvery = 30_000

export const overviewQuery = queryOptions({
  queryKey: ['office-overview'],
  queryFn: () => call('GET /api/office/overview'),
  refetchInterval: pollEvery,
})

export const staffQuery = queryOptions({
  queryKey: ['office-staff'],
  queryFn: () => call('GET /api/office/staff'),
  refetchInterval: pollEvery,
})

type AuditFilter = { readonly person: string; readonly order: string }

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['office-audit', filter],
    queryFn: () => {
      const given = Object.entries(filter).filter(([, value]) => value !== '')
      return call('GET /api/office/audit', { query: Object.fromEntries(given) })
    },
    refetchInterval: pollEvery,
    placeholderData: (before) => before,
  })

export const securityQuery = queryOptions({
  queryKey: ['office-security-log'],
  queryFn: () => call('GET /api/office/security-log'),
  refetchInterval: pollEvery,
})

/** Puts a changed member into the list and reads the audit again. */
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

export const settingsQuery = queryOptions({
  queryKey: ['office-settings'],
  queryFn: () => call('GET /api/office/settings'),
})

/** Another owner may propose or revoke a change. */
export const accountsQuery = queryOptions({
  queryKey: ['office-accounts'],
  queryFn: () => call('GET /api/office/accounts'),
  refetchInterval: pollEvery,
})

/** How far the set-up of a new restaurant is; it asks for no session. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => call('GET /api/setup'),
  staleTime: 0,
})

export const checklistQuery = queryOptions({
  queryKey: ['office-checklist'],
  queryFn: () => call('GET /api/office/checklist'),
})

export const noAnswer = 'Could not reach the restaurant. Check whether the change was made before you try again.'
