import {
  accountChange,
  passwordChange,
  passwordReset,
  type Session,
  signIn,
  signUp,
  type User,
} from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import * as Phone from '#domain/phone.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { Refusal, requireOwn } from '../http/problems.ts'
import { Reply, type Route, route } from '../http/route.ts'
import * as Accounts from './accounts.ts'
import type { Auth } from './auth.ts'
import { changePassword, resetPassword } from './passwords.ts'
import type { Tries } from './rate-limits.ts'
import * as Door from './sign-in.ts'

export function authRoutes({ database, auth, tries }: { database: Database; auth: Auth; tries: Tries }): Route[] {
  const restaurant = { database, auth }
  return [
    route({
      method: 'POST',
      path: '/api/customers',
      by: 'anyone',
      body: signUp,
      handle: async ({ body, address, headers }) => {
        await tries.count('signUpAddress', address)
        const user = await Accounts.signUp(restaurant, body)
        return answer(201, user, await auth.openSession(user.id, headers.get('user-agent')))
      },
    }),
    route({
      method: 'POST',
      path: '/api/session',
      by: 'anyone',
      body: signIn,
      handle: async ({ body, address, headers }) => {
        requireBoth(body)
        const account = accountNamed(body.identifier)
        await tries.count('signInAddress', address)
        await tries.count('signInAccount', account)
        const { user, cookies } = await Door.signIn({ ...restaurant, tries }, body, headers.get('user-agent'))
        await tries.clear('signInAccount', account)
        return answer(200, user, cookies)
      },
    }),
    route({
      method: 'GET',
      path: '/api/session',
      by: 'anyone',
      handle: async ({ user, headers }) =>
        user ? answer(200, user, await auth.renewSession(headers)) : answer(200, null, auth.clearedCookies(headers)),
    }),
    route({
      method: 'DELETE',
      path: '/api/session',
      by: 'anyone',
      handle: async ({ headers }) => {
        await Door.signOut(restaurant, headers)
        return answer(200, null, auth.clearedCookies(headers))
      },
    }),
    route({
      method: 'GET',
      path: '/api/account',
      by: policy.everyone,
      handle: ({ user }) => Accounts.readAccount(restaurant, user.id),
    }),
    route({
      method: 'PATCH',
      path: '/api/account',
      // Staff share their sign-ins: none of them renames the others'.
      by: policy.customers,
      body: accountChange,
      handle: async ({ user, body: { account, was, ...change } }) => {
        requireOwn(account, user)
        await tries.count('accountChange', user.id)
        return Accounts.changeAccount(restaurant, user, change, was)
      },
    }),
    route({
      method: 'POST',
      path: '/api/account/password',
      by: policy.everyone,
      body: passwordChange,
      handle: async ({ user, body, headers }) => {
        await tries.count('passwordChange', user.id)
        await changePassword(restaurant, user, body, await auth.sessionToken(headers))
        await tries.clear('passwordChange', user.id)
        return new Reply(204, undefined)
      },
    }),
    route({
      method: 'POST',
      path: '/api/password-reset',
      by: 'anyone',
      body: passwordReset,
      handle: async ({ body, address, headers }) => {
        const account = accountNamed(body.identifier)
        await tries.count('signInAddress', address)
        await tries.count('passwordReset', account)
        const user = await resetPassword(restaurant, body)
        await tries.clear('passwordReset', account)
        await tries.clear('signInAccount', account)
        return answer(200, user, await auth.openSession(user.id, headers.get('user-agent')))
      },
    }),
  ]
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

/** A Session with its cookies: several headers of one name, which a plain `Reply` cannot carry. */
function answer(status: number, user: User | null, cookies: readonly string[]): Response {
  const session: Session = { user }
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return Response.json(session, { status, headers })
}
