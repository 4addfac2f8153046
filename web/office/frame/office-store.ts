import { useQueryClient } from '@tanstack/react-query'
import type { StaffMember } from '#contract/staff.ts'
import { invalidate, query, setAnswer } from '#web/data/api/query.ts'

/** The poll interval in milliseconds, for data such as sign-ins whose changes publish no live event. */
export const pollEvery = 30_000

export const overviewQuery = query('GET /api/office/overview', { refetchInterval: pollEvery })

export const staffQuery = query('GET /api/office/staff', { refetchInterval: pollEvery })

export const securityQuery = query('GET /api/office/security-log', { refetchInterval: pollEvery })

export function useMemberChanged() {
  const client = useQueryClient()
  return (member: StaffMember) => {
    setAnswer(client, 'GET /api/office/staff', ({ members }) => {
      const isKnown = members.some(({ id }) => id === member.id)
      return {
        members: isKnown
          ? members.map((other) => (other.id === member.id ? member : other))
          : [...members, member].sort((a, b) => a.username.localeCompare(b.username)),
      }
    })
    void invalidate(client, 'GET /api/office/audit')
  }
}

export const settingsQuery = query('GET /api/office/settings')

/** Polled, because another owner may propose or revoke a change of the bank accounts, which publishes no live event. */
export const accountsQuery = query('GET /api/office/accounts', { refetchInterval: pollEvery })

/** The progress of a new restaurant's set-up. Needs no session. */
export const setupQuery = query('GET /api/setup', { staleTime: 0 })

export const checklistQuery = query('GET /api/office/checklist')

export const checkFirst = 'Could not reach the restaurant. Check whether the change was made before you try again.'
