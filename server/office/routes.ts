import {
  auditQuery,
  type MemberAdded,
  memberChange,
  memberParams,
  memberPassword,
  memberSessionParams,
  newMember,
  resetCodeRequest,
} from '#contract/staff.ts'
import { policy } from '#domain/policy.ts'
import type { Auth } from '../auth/auth.ts'
import { makeResetCode } from '../auth/passwords.ts'
import type { Database } from '../db/database.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { auditList } from './audit-log.ts'
import { addMember, changeMember, renewPassword, signOutMember, staffList, staffMember } from './staff.ts'

/** The owner's: who works here, and what was done. */
export function officeRoutes({ database, auth }: { database: Database; auth: Auth }): Route[] {
  const restaurant = { database, auth }
  const { orm } = database
  const memberSeenBy = async (headers: Headers, id: string) => staffMember(orm, id, await auth.sessionToken(headers))
  return [
    route({
      method: 'GET',
      path: '/api/office/staff',
      by: policy.owners,
      handle: async ({ headers }) => staffList(orm, await auth.sessionToken(headers)),
    }),
    route({
      method: 'POST',
      path: '/api/office/staff',
      by: policy.owners,
      body: newMember,
      handle: async ({ user, body, headers }) => {
        const { id, password } = await addMember(restaurant, user, body)
        const added: MemberAdded = { member: await memberSeenBy(headers, id), password }
        return new Reply(201, added)
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/office/staff/:id',
      by: policy.owners,
      params: memberParams,
      body: memberChange,
      handle: async ({ user, params, body, headers }) => {
        await changeMember(database, user, params.id, body)
        return memberSeenBy(headers, params.id)
      },
    }),
    route({
      method: 'POST',
      path: '/api/office/staff/:id/password',
      by: policy.owners,
      params: memberParams,
      body: memberPassword,
      handle: ({ user, params, body }) => renewPassword(restaurant, user, params.id, body.password),
    }),
    route({
      method: 'DELETE',
      path: '/api/office/staff/:id/sessions',
      by: policy.owners,
      params: memberParams,
      handle: async ({ user, params, headers }) => {
        await signOutMember(database, user, params.id, { token: await auth.sessionToken(headers) })
        return memberSeenBy(headers, params.id)
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/office/staff/:id/sessions/:session',
      by: policy.owners,
      params: memberSessionParams,
      handle: async ({ user, params, headers }) => {
        await signOutMember(database, user, params.id, { only: params.session })
        return memberSeenBy(headers, params.id)
      },
    }),
    route({
      method: 'POST',
      path: '/api/office/reset-codes',
      by: policy.owners,
      body: resetCodeRequest,
      handle: async ({ user, body }) => new Reply(201, await makeResetCode(restaurant, user, body.identifier)),
    }),
    route({
      method: 'GET',
      path: '/api/office/audit',
      by: policy.owners,
      query: auditQuery,
      handle: ({ query }) => auditList(orm, query),
    }),
  ]
}
