import { and, desc, eq, notInArray } from 'drizzle-orm'
import { type Auth, requireAccount } from '../auth/auth.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions, sessions } from '../db/schema.ts'
import { notSignedIn, refuse } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import { isPushService } from './service.ts'

/** Browsers of one account. The one that subscribed longest ago makes room. */
const mostOfAccount = 10

type PushRoutes = {
  readonly database: Database
  readonly auth: Pick<Auth, 'sessionToken'>
  /** Base64url. */
  readonly pushKey: string
  /** Whether messages may be sent there; for tests. */
  readonly allowed?: (endpoint: string) => boolean
}

export function pushRoutes({ database, auth, pushKey, allowed = isPushService }: PushRoutes) {
  return {
    'GET /api/push-key': async () => ({ publicKey: pushKey }),
    'POST /api/push-subscriptions': async ({ user, headers, body: { endpoint, keys } }) => {
      if (!allowed(endpoint)) {
        throw refuse('invalid', 'This browser’s notifications come from a service that we do not know.', 'endpoint')
      }
      const token = auth.sessionToken(headers) ?? ''
      await database.transaction(async (tx) => {
        // Account and session may end meanwhile: whoever ends them waits from here on.
        await requireAccount(tx, user.id)
        const own = eq(sessions.token, token)
        const [session] = await tx.select({ id: sessions.id }).from(sessions).where(own).for('key share')
        if (!session) throw notSignedIn()
        // The browser is the same, whoever used it before: from now on it is this customer's alone.
        await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))
        const owned = { userId: user.id, sessionId: session.id, ...keys }
        await tx
          .insert(pushSubscriptions)
          .values({ endpoint, ...owned })
          .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: owned })
        const newest = tx
          .select({ endpoint: pushSubscriptions.endpoint })
          .from(pushSubscriptions)
          .where(eq(pushSubscriptions.userId, user.id))
          .orderBy(desc(pushSubscriptions.createdAt))
          .limit(mostOfAccount)
        await tx
          .delete(pushSubscriptions)
          .where(and(eq(pushSubscriptions.userId, user.id), notInArray(pushSubscriptions.endpoint, newest)))
      })
    },
  } satisfies Partial<Handlers>
}
