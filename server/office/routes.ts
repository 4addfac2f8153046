import type { Auth } from '../auth/auth.ts'
import { makeResetCode } from '../auth/passwords.ts'
import type { Database } from '../db/database.ts'
import { type Handlers, Reply } from '../http/route.ts'
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

type Parts = { readonly database: Database; readonly auth: Auth; readonly dataDir?: string | undefined }

/** The owner's: how the restaurant does, who works here, and what was done. */
export function officeRoutes({ database, auth, dataDir }: Parts) {
  const restaurant = { database, auth }
  const { orm } = database
  const memberSeenBy = async (headers: Headers, id: string) => staffMember(orm, id, auth.sessionToken(headers))
  return {
    'GET /api/office/overview': () => readOverview(orm, dataDir),
    'GET /api/office/staff': async ({ headers }) => staffList(orm, auth.sessionToken(headers)),
    'POST /api/office/staff': async ({ user, body, headers }) => {
      const { id, password } = await addMember(restaurant, user, body)
      return new Reply(201, { member: await memberSeenBy(headers, id), password })
    },
    'PATCH /api/office/staff/:id': async ({ user, params, body, headers }) => {
      await changeMember(database, user, params.id, body)
      return memberSeenBy(headers, params.id)
    },
    'POST /api/office/staff/:id/password': ({ user, params, body }) =>
      renewPassword(restaurant, user, params.id, body.password),
    'DELETE /api/office/staff/:id/second-factor': async ({ user, params, headers }) => {
      await resetSecondFactor(database, user, params.id)
      return memberSeenBy(headers, params.id)
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
    'GET /api/office/audit': ({ query }) => auditList(orm, query),
    'GET /api/office/security-log': () => readSecurityLog(orm),
  } satisfies Partial<Handlers>
}
