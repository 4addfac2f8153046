import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { SignIn, User } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import * as Phone from '#domain/phone.ts'
import type { Database } from '../db/database.ts'
import { credentials, sessions, users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Auth } from './auth.ts'

export type Sessions = {
  /** Who a request comes from: one query, and none where it carries no session cookie. */
  userOf(headers: Headers): Promise<User | undefined>
  /** Throws the same refusal after the same time, whatever was wrong (AUTH-7). */
  signIn(form: SignIn): Promise<User>
  /** Ends the request's session, if it has one. */
  signOut(headers: Headers): Promise<void>
  /** Deletes sessions that have run out. */
  sweep(): Promise<void>
}

export function createSessions({ database, auth }: { database: Database; auth: Auth }): Sessions {
  return {
    userOf: async (headers) => {
      const token = await auth.sessionToken(headers)
      if (token === undefined) return undefined
      const [found] = await database.orm
        .select({ user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.token, token), gt(sessions.expiresAt, sql`now()`)))
      return found && asUser(found.user)
    },
    signIn: async ({ identifier, password }) => {
      const [found] = await database.orm
        .select({ user: users, hash: credentials.password })
        .from(users)
        .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, 'credential')))
        .where(named(identifier))
      const right = await auth.isPassword(password, found?.hash)
      if (!found || !right) throw refuse('invalid-credentials', 'Invalid credentials')
      return asUser(found.user)
    },
    signOut: async (headers) => {
      const token = await auth.sessionToken(headers)
      if (token !== undefined) await database.orm.delete(sessions).where(eq(sessions.token, token))
    },
    sweep: async () => {
      await database.orm.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
    },
  }
}

/** AUTH-6. A phone that is none of ours is looked for as it is, and not found. */
function named(identifier: string) {
  switch (Account.identifierKind(identifier)) {
    case 'email':
      return eq(users.email, identifier.toLowerCase())
    case 'phone':
      return eq(users.phone, Phone.parse(identifier) ?? identifier)
    case 'username':
      return eq(sql`lower(${users.username})`, sql`lower(${Account.tidyUsername(identifier)})`)
  }
}

/** A row as the wire has it. */
export function asUser({ id, role, username, phone, address, locationId }: typeof users.$inferSelect): User {
  return { id, role, username, phone: phone ?? '', address, locationId: locationId ?? '' }
}
