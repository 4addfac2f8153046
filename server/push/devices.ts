import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Deliveries } from '#contract/push.ts'
import { deviceNamed } from '../auth/device.ts'
import type { Database } from '../db/database.ts'
import { pushSubscriptions, sessions, users } from '../db/schema.ts'
import type { Outcome } from './service.ts'

/**
 * Records the outcome of a message to a device. A device that the push service rejects for good is deleted. Its browser
 * learns of the deletion when it next sends the subscription, and then subscribes anew.
 */
export async function noteOutcome(
  pool: Database['pool'],
  { endpoint, p256dh }: { readonly endpoint: string; readonly p256dh: string },
  { state }: Outcome,
): Promise<void> {
  const change =
    state === 'gone'
      ? 'delete from push_subscriptions'
      : `update push_subscriptions set ${state === 'sent' ? 'delivered_at' : 'failed_at'} = now()`
  await pool.query(`${change} where endpoint = $1 and p256dh = $2`, [endpoint, p256dh])
}

type Row = Pick<typeof pushSubscriptions.$inferSelect, 'deliveredAt' | 'failedAt'>

export function deliveriesOf(device: Row | undefined): Deliveries {
  return { deliveredAt: device?.deliveredAt?.toISOString() ?? null, failedAt: device?.failedAt?.toISOString() ?? null }
}

/** Returns the subscribed devices of owners, named by browser and system. */
export async function ownerDevices(orm: NodePgDatabase) {
  const rows = await orm
    .select({ owner: users.name, userAgent: sessions.userAgent, device: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(users.role, 'owner'))
    .orderBy(users.name, pushSubscriptions.createdAt)
  return {
    devices: rows.map(({ owner, userAgent, device }) => ({
      owner,
      device: deviceNamed(userAgent),
      ...deliveriesOf(device),
    })),
  }
}
