import { and, desc, eq, ne, notInArray, or, sql } from 'drizzle-orm'
import { type Auth, requireAccount } from '../auth/auth.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions, sessions } from '../db/schema.ts'
import { notSignedIn, refuse } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import { deliveriesOf, noteOutcome, ownerDevices } from './devices.ts'
import { isCurvePoint } from './encryption.ts'
import { testNotification } from './notifications.ts'
import { isPushService, type PushSender, send } from './service.ts'

/** The most browsers of one account. A further browser replaces the oldest subscription. */
const mostOfAccount = 10

type PushRoutes = {
  readonly database: Database
  readonly auth: Pick<Auth, 'sessionToken'>
  readonly sender: PushSender
  /** Returns true if messages may be sent to an endpoint. Only tests set this function. */
  readonly allowed?: (endpoint: string) => boolean
}

export function pushRoutes({ database, auth, sender, allowed = isPushService }: PushRoutes) {
  return {
    'GET /api/push-key': async () => ({ publicKey: sender.keys.publicKey }),
    'POST /api/push-subscriptions': async ({ user, headers, body: { endpoint, keys, replaces = '' } }) => {
      if (!allowed(endpoint)) {
        throw refuse('invalid', 'This browser’s notifications come from a service that we do not know.', 'endpoint')
      }
      if (!isCurvePoint(keys.p256dh)) {
        throw refuse('invalid', 'Nothing can be encrypted with this key. Turn notifications on again.', 'keys.p256dh')
      }
      const token = auth.sessionToken(headers) ?? ''
      return database.transaction(async (tx) => {
        // Locks the account, so a request that ends the account or the session waits.
        await requireAccount(tx, user.id)
        const own = eq(sessions.token, token)
        const [session] = await tx.select({ id: sessions.id }).from(sessions).where(own).for('key share')
        if (!session) throw notSignedIn()
        const isThis = eq(pushSubscriptions.endpoint, endpoint)
        const isOfUser = eq(pushSubscriptions.userId, user.id)
        const { p256dh, auth: secret } = pushSubscriptions
        const [known] = await tx
          .update(pushSubscriptions)
          .set({ sessionId: session.id, createdAt: sql`now()` })
          .where(and(isThis, isOfUser, eq(p256dh, keys.p256dh), eq(secret, keys.auth)))
          .returning()
        const isReplaced = and(
          isOfUser,
          eq(pushSubscriptions.endpoint, replaces),
          ne(pushSubscriptions.endpoint, endpoint),
        )
        // A browser belongs to one account, so a previous user's subscription is deleted.
        await tx.delete(pushSubscriptions).where(known ? isReplaced : or(isThis, isReplaced))
        if (!known) {
          const owned = { userId: user.id, sessionId: session.id, ...keys, deliveredAt: null, failedAt: null }
          await tx
            .insert(pushSubscriptions)
            .values({ endpoint, ...owned })
            .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: owned })
        }
        const newest = tx
          .select({ endpoint: pushSubscriptions.endpoint })
          .from(pushSubscriptions)
          .where(isOfUser)
          .orderBy(desc(pushSubscriptions.createdAt))
          .limit(mostOfAccount)
        await tx.delete(pushSubscriptions).where(and(isOfUser, notInArray(pushSubscriptions.endpoint, newest)))
        return { isNew: known === undefined, ...deliveriesOf(known) }
      })
    },
    'POST /api/push-tests': async ({ user, body: { endpoint } }) => {
      const isTheirs = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, user.id))
      const find = () => database.orm.select().from(pushSubscriptions).where(isTheirs)
      const [device] = await find()
      if (!device) return { outcome: 'gone', ...deliveriesOf(undefined) }
      const { p256dh, auth } = device
      const { message, options } = testNotification
      const outcome = await send({ endpoint, keys: { p256dh, auth }, text: JSON.stringify(message) }, options, sender)
      await noteOutcome(database.pool, device, outcome)
      const { state } = outcome
      const shown = state === 'sent' || state === 'gone' ? state : 'failed'
      return { outcome: shown, ...deliveriesOf((await find())[0]) }
    },
    'GET /api/desk/owner-devices': () => ownerDevices(database.orm),
  } satisfies Partial<Handlers>
}
