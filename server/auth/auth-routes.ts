import * as Account from '#domain/restaurant/account.ts'
import * as Phone from '#domain/text/phone.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { type Handlers, Reply } from '../http/route.ts'
import * as Accounts from './accounts.ts'
import type { Auth } from './auth.ts'
import { changePassword, requireCurrentPassword, resetPassword } from './passwords.ts'
import type { Tries } from './rate-limits.ts'
import { describeIncomplete } from './second-factor.ts'
import { endSessions, hasIdentifier, incompleteSession, ownSessions } from './sessions.ts'
import * as SignIn from './sign-in.ts'

export function authRoutes({ database, auth, tries }: { database: Database; auth: Auth; tries: Tries }) {
  const restaurant = { database, auth }
  const forgetTries = async (name: string, account: string) => {
    await tries.clear('signInAccount', name)
    await tries.clear('signInAccount', ofAccount(account))
  }
  return {
    'POST /api/customers': async ({ body, address, headers }) => {
      await tries.count('signUpAddress', address)
      const { session, cookies } = await Accounts.signUp(restaurant, body, { headers, address })
      return answer(201, session, cookies)
    },
    'POST /api/session': async ({ body, address, headers }) => {
      requireBoth(body)
      const name = countedName(body.identifier)
      const account = await accountNamed(restaurant, body.identifier)
      const device = await auth.knownDevice(headers, account)
      const signIn = (isLocked = false) => SignIn.signIn({ ...restaurant, tries }, body, { headers, address, isLocked })
      if (device !== undefined) {
        // A known device has its own limit, so guesses by strangers, even from the same address, cannot lock the device
        // out.
        await tries.count('signInDevice', `${device} ${account}`)
        const { session, cookies } = await signIn()
        await tries.clear('signInDevice', `${device} ${account}`)
        return answer(200, session, cookies)
      }
      await tries.count('signInAddress', address)
      await tries.count('signInAccount', name)
      // A 429 at the first try with the account's other name (phone or username) would reveal that both names belong to
      // one account. A locked account is therefore refused like a wrong password.
      const isLocked = (await tries.left('signInAccount', ofAccount(account))) < 0
      const { session, cookies } = await signIn(isLocked)
      await forgetTries(name, account)
      await tries.refund('signInAddress', address)
      return answer(200, session, cookies)
    },
    'GET /api/session': async ({ user, headers }) => {
      if (user) return answer(200, { user }, await auth.renewSession(headers, user))
      const found = await incompleteSession(restaurant, headers)
      // An ended session's cookies stay: a sign-in in another tab may replace the cookies before this response arrives.
      const hadSession = auth.sessionToken(headers) !== undefined
      if (!found) return answer(200, { user: null }, hadSession ? [] : auth.clearedCookies(headers))
      return answer(200, { user: null, incomplete: await describeIncomplete(database.orm, auth, found) }, [])
    },
    'DELETE /api/session': async ({ headers }) => {
      await database.transaction((tx) => SignIn.signOut(tx, auth, headers))
      return answer(200, { user: null }, auth.clearedCookies(headers))
    },
    'GET /api/account': ({ user }) => Accounts.readAccount(restaurant, user.id),
    'PATCH /api/account': async ({ user, body: { account: _, was, key, current, ...change }, headers }) => {
      if (user.guest)
        throw refuse('not-allowed', 'This needs an account. Choose a password next to your order to make one.')
      await tries.count('accountChange', user.id)
      const isPhoneChange = Accounts.changesPhone(user, change)
      if (isPhoneChange) {
        await tries.count('passwordChange', user.id)
        await requireCurrentPassword(restaurant, user, current ?? '')
        await tries.clear('passwordChange', user.id)
      }
      const only = isPhoneChange ? { token: auth.sessionToken(headers) } : undefined
      return Accounts.changeAccount(restaurant, user, change, { was, key, endOthers: only })
    },
    'GET /api/account/sessions': async ({ user, headers }) => ({
      sessions: await ownSessions(database.orm, user.id, auth.sessionToken(headers)),
    }),
    'DELETE /api/account/sessions': async ({ user, headers }) => {
      await database.transaction(async (tx) => {
        const ended = await endSessions(tx, user.id)
        await recordAudit(tx, user, 'session.end-all', `account:${user.id}`, { sessionsEnded: ended })
      })
      return answer(200, { user: null }, auth.clearedCookies(headers))
    },
    'POST /api/account/password': async ({ user, body, headers }) => {
      await tries.count('passwordChange', user.id)
      await changePassword(restaurant, user, body, auth.sessionToken(headers))
      await tries.clear('passwordChange', user.id)
    },
    'POST /api/password-reset': async ({ body, address, headers }) => {
      const name = countedName(body.identifier)
      const counted = `${name} ${networkOf(address)}`
      await tries.count('signInAddress', address)
      await tries.count('passwordReset', counted)
      const { session, cookies } = await resetPassword(restaurant, body, { headers, address })
      await tries.clear('passwordReset', counted)
      await forgetTries(name, await accountNamed(restaurant, body.identifier))
      await tries.refund('signInAddress', address)
      return answer(200, session, cookies)
    },
  } satisfies Partial<Handlers>
}

function requireBoth({ identifier, password }: { identifier: string; password: string }): void {
  const errors = [
    ...(identifier === '' ? [{ field: 'identifier', detail: 'Please enter your username or phone number.' }] : []),
    ...(password === '' ? [{ field: 'password', detail: 'Please enter your password.' }] : []),
  ]
  const [first] = errors
  if (first) throw new Refusal({ code: 'invalid', ...first }, { errors })
}

/** Returns the name under which tries are counted, which is the same for every spelling of an account's name. */
function countedName(identifier: string): string {
  switch (Account.identifierKind(identifier)) {
    case 'email':
      return Account.emailName(identifier.split('@')[0] ?? '')
    case 'phone':
      return Phone.written(identifier)[0] ?? identifier
    case 'username':
      return Account.emailName(identifier)
  }
}

/**
 * Returns the id of the named account, or the name itself if no account has it: tries with an unknown name are counted
 * too.
 */
async function accountNamed(
  { database, auth }: { database: Database; auth: Auth },
  identifier: string,
): Promise<string> {
  const [found] = await database.orm
    .select({ id: users.id })
    .from(users)
    .where(hasIdentifier(identifier, auth.emailHost))
  return found?.id ?? countedName(identifier)
}

const ofAccount = (account: string) => `account ${account}`

export function answer<Code extends 200 | 201, Body>(status: Code, body: Body, cookies: readonly string[]) {
  return new Reply(
    status,
    body,
    cookies.map((cookie) => ['Set-Cookie', cookie] as const),
  )
}
