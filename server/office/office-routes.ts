import type { Auth } from '../auth/auth.ts'
import { makeResetCode } from '../auth/passwords.ts'
import type { WithProof } from '../auth/second-step.ts'
import type { Database } from '../db/database.ts'
import { bind, type Handlers, Reply } from '../http/route.ts'
import { readSecurityLog } from '../security-log/security-log.ts'
import { auditList } from './audit-log.ts'
import { readOverview } from './overview.ts'
import {
  addMember,
  changeMember,
  renewPassword,
  resetSecondFactor,
  signOutMember,
  staffList,
  staffMember,
} from './staff.ts'

type Parts = {
  readonly database: Database
  readonly auth: Auth
  readonly withProof: WithProof
  readonly dataDir?: string | undefined
}

/** Returns the handlers of the owner's overview, staff and audit log. */
export function officeRoutes({ database, auth, withProof, dataDir }: Parts) {
  const restaurant = { database, auth }
  const { orm } = database
  const memberSeenBy = async (headers: Headers, id: string) => staffMember(orm, id, auth.sessionToken(headers))
  return {
    'GET /api/office/overview': () => readOverview(orm, dataDir),
    'GET /api/office/staff': async ({ headers }) => staffList(orm, auth.sessionToken(headers)),
    'POST /api/office/staff': async ({ body: { proof, ...form }, ...call }) => {
      const { id, password } = await withProof(call, proof, (prove) => addMember(restaurant, call.user, form, prove))
      return new Reply(201, { member: await memberSeenBy(call.headers, id), password })
    },
    'PATCH /api/office/staff/:id': async ({ params, body: { proof, ...change }, ...call }) => {
      await withProof(call, proof, (prove) => changeMember(database, call.user, params.id, change, prove))
      return memberSeenBy(call.headers, params.id)
    },
    'POST /api/office/staff/:id/password': ({ params, body: { proof, password }, ...call }) =>
      withProof(call, proof, (prove) => renewPassword(restaurant, call.user, params.id, password, prove)),
    'DELETE /api/office/staff/:id/second-factor': async ({ params, body, ...call }) => {
      await withProof(call, body?.proof, (prove) => resetSecondFactor(database, call.user, params.id, prove))
      return memberSeenBy(call.headers, params.id)
    },
    'DELETE /api/office/staff/:id/sessions': async ({ user, params, headers }) => {
      await signOutMember(database, user, params.id, { token: auth.sessionToken(headers) })
      return memberSeenBy(headers, params.id)
    },
    'DELETE /api/office/staff/:id/sessions/:session': async ({ user, params, headers }) => {
      await signOutMember(database, user, params.id, { only: params.session })
      return memberSeenBy(headers, params.id)
    },
    'POST /api/office/reset-codes': async ({ user, body }) =>
      new Reply(201, await makeResetCode(restaurant, user, body.identifier)),
    ...bind(database, {
      'GET /api/office/audit': ({ orm }, { query }) => auditList(orm, query),
      'GET /api/office/security-log': ({ orm }) => readSecurityLog(orm),
    }),
  } satisfies Partial<Handlers>
}
