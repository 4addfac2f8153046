import type { AuditAction } from '#contract/audit.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Transaction } from './database.ts'
import { type Placeholders, prepared } from './prepared.ts'
import { audit } from './schema.ts'

/**
 * Writes an audit entry in the transaction of the action. `subject` is for example 'order:7Q4M2KX9A' or
 * 'item:half-chicken'. Omit the actor for actions of the system. `detail` must not contain a phone, address, password
 * or token.
 */
export async function recordAudit(
  tx: Transaction,
  actor: Actor | undefined,
  action: AuditAction,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await auditRow(tx, actor, action, subject, detail)
}

/** Returns the statement that `recordAudit` runs, for a caller that sends it in one round trip with others. */
export function auditRow(
  tx: Transaction,
  actor: Actor | undefined,
  action: AuditAction,
  subject: string,
  detail: Record<string, unknown> = {},
) {
  return insertEntry(tx, { actorId: actor?.id ?? null, actorRole: actor?.role ?? null, action, subject, detail })
}

type Entry = Pick<typeof audit.$inferSelect, 'actorId' | 'actorRole' | 'action' | 'subject' | 'detail'>

const insertEntry = prepared((tx: Transaction, given: Placeholders<Entry>) =>
  tx.insert(audit).values({
    actorId: given.actorId,
    actorRole: given.actorRole,
    action: given.action,
    subject: given.subject,
    detail: given.detail,
  }),
)
