import type { Session, User } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import * as Phone from '#domain/phone.ts'
import type { Database } from '../db/database.ts'
import { Refusal, requireOwn } from '../http/problems.ts'
import { type Handlers, Reply } from '../http/route.ts'
import * as Accounts from './accounts.ts'
import type { Auth } from './auth.ts'
import { deleteAccount, exportAccount } from './own-data.ts'
import { changePassword, resetPassword } from './passwords.ts'
import type { Tries } from './rate-limits.ts'
import * as SignIn from './sign-in.ts'

export function authRoutes({ database, auth, tries }: { database: Database; auth: Auth; tries: Tries }) {
  const restaurant = { database, auth }
  return {
    'POST /api/customers': async ({ body, address, headers }) => {
      await tries.count('signUpAddress', address)
      const user = await Accounts.signUp(restaurant, body)
      return answer(201, user, await auth.openSession(user.id, headers.get('user-agent')))
    },
    'POST /api/session': async ({ body, address, headers }) => {
      requireBoth(body)
      const account = accountNamed(body.identifier)
      await tries.count('signInAddress', address)
      await tries.count('signInAccount', account)
      const { user, cookies } = await SignIn.signIn({ ...restaurant, tries }, body, headers.get('user-agent'))
      await tries.clear('signInAccount', account)
      return answer(200, user, cookies)
    },
    'GET /api/session': async ({ user, headers }) =>
      user ? answer(200, user, await auth.renewSession(headers)) : answer(200, null, auth.clearedCookies(headers)),
    'DELETE /api/session': async ({ headers }) => {
      await SignIn.signOut(restaurant, headers)
      return answer(200, null, auth.clearedCookies(headers))
    },
    'GET /api/account': ({ user }) => Accounts.readAccount(restaurant, user.id),
    'PATCH /api/account': async ({ user, body: { account, was, key, ...change } }) => {
      requireOwn(account, user)
      await tries.count('accountChange', user.id)
      return Accounts.changeAccount(restaurant, user, change, { was, key })
    },
    'POST /api/account/password': async ({ user, body, headers }) => {
      await tries.count('passwordChange', user.id)
      await changePassword(restaurant, user, body, await auth.sessionToken(headers))
      await tries.clear('passwordChange', user.id)
    },
    'GET /api/account/export': ({ user }) => exportAccount(restaurant.database, user),
    'POST /api/account/deletion': async ({ user, body, headers }) => {
      await tries.count('passwordChange', user.id)
      await deleteAccount(restaurant, user, body.password)
      return answer(200, null, auth.clearedCookies(headers))
    },
    'POST /api/password-reset': async ({ body, address, headers }) => {
      const account = accountNamed(body.identifier)
      await tries.count('signInAddress', address)
      await tries.count('passwordReset', account)
      const user = await resetPassword(restaurant, body)
      await tries.clear('passwordReset', account)
      await tries.clear('signInAccount', account)
      return answer(200, user, await auth.openSession(user.id, headers.get('user-agent')))
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

/**
 * Whose tries are counted. It follows from the text alone, so that no count tells whether there is such an account, or
 * that a phone and a username are one person's. A username and its e-mail count together.
 */
function accountNamed(identifier: string): string {
  switch (Account.identifierKind(identifier)) {
    case 'email':
      return Account.emailName(identifier.split('@')[0] ?? '')
    case 'phone':
      return Phone.parse(identifier) ?? identifier
    case 'username':
      return Account.emailName(identifier)
  }
}

function answer<Code extends 200 | 201>(status: Code, user: User | null, cookies: readonly string[]) {
  const session: Session = { user }
  return new Reply(
    status,
    session,
    cookies.map((cookie) => ['Set-Cookie', cookie] as const),
  )
}
