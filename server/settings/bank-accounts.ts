import { randomUUID } from 'node:crypto'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { User } from '#contract/session.ts'
import type { AccountChangeRequest, OfficeAccounts } from '#contract/settings.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { audit, type SettingsDocument, settings, users } from '../db/schema.ts'
import { lockSettings, readSettings } from '../db/stored-settings.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { messageTo, ofOwners } from '../messages/write-messages.ts'
import { accountChangeNotification } from '../push/notifications.ts'
import { settingsChanged } from './settings.ts'

/** Returns the accounts that customers see, and the pending change. */
export async function officeAccounts({ orm }: Pick<Database, 'orm'>): Promise<OfficeAccounts> {
  const document = await readSettings(orm)
  const { accounts, accountChange: change } = document
  const [by] = change ? await orm.select({ name: users.name }).from(users).where(eq(users.id, change.by)) : []
  return {
    accounts,
    delayHours: BankAccounts.delayOf(document),
    change: change ? { ...change, by: by?.name ?? '', at: iso(change.at), from: iso(change.from) } : null,
  }
}

/**
 * Stores and audits a change of the accounts, and notifies every owner's phone. `prove` uses up the owner's proof in
 * the same transaction.
 */
export async function proposeAccounts(
  database: Database,
  owner: User,
  terms: Pick<AccountChangeRequest, 'accounts' | 'delayHours'>,
  prove: (tx: Transaction) => Promise<void>,
): Promise<OfficeAccounts> {
  await database.transaction(async (tx) => {
    await prove(tx)
    const [row] = await tx.select({ since: users.secondFactorSince }).from(users).where(eq(users.id, owner.id))
    if (!row?.since) throw refuse('invalid', 'This needs a second factor. Add one to your account first.', 'proof.code')
    const { document, now } = await lockSettings(tx)
    const since = await ownerSince(tx, owner.id)
    const after = orRefuse(BankAccounts.propose(document, terms, { id: randomUUID(), by: owner.id, now, since }))
    await save(tx, after)
    const { id, from, accounts } = after.accountChange as BankAccounts.Change
    await recordAudit(tx, owner, 'accounts.propose', 'accounts', { accounts: ids(accounts), from: iso(from) })
    const notification = accountChangeNotification(id, BankAccounts.delayOf(document))
    const of = { about: `accounts:${id}`, event: 'accounts.propose', version: 0 }
    await tx.execute(messageTo(ofOwners, of, notification))
  })
  return officeAccounts(database)
}

/**
 * Returns when an account last became an owner or was activated, in epoch milliseconds; undefined for an owner from the
 * first start. Reads the audit log, because it is permanent and every release writes it.
 */
async function ownerSince(tx: Transaction, id: string): Promise<number | undefined> {
  const made = or(
    eq(audit.action, 'staff.on'),
    and(eq(audit.action, 'staff.add'), sql`${audit.detail} ->> 'role' = 'owner'`),
    and(eq(audit.action, 'staff.role'), sql`${audit.detail} ->> 'after' = 'owner'`),
  )
  const [last] = await tx
    .select({ at: audit.at })
    .from(audit)
    .where(and(eq(audit.subject, `account:${id}`), made))
    .orderBy(desc(audit.id))
    .limit(1)
  return last?.at.getTime()
}

export async function revokeAccounts(
  database: Database,
  { user, params }: Call<'DELETE /api/office/account-changes/:id'>,
): Promise<OfficeAccounts> {
  await database.transaction(async (tx) => {
    const { document, now } = await lockSettings(tx)
    await save(tx, orRefuse(BankAccounts.revoke(document, params.id, now)))
    await recordAudit(tx, user, 'accounts.revoke', 'accounts')
  })
  return officeAccounts(database)
}

/**
 * Audits a change whose time has come, and notifies open pages. Reads use the new accounts from that time on, even
 * before this function has run.
 */
export async function settleAccounts(database: Database): Promise<void> {
  const due = sql`(${settings.document} -> 'accountChange' ->> 'from')::float8 <= extract(epoch from now()) * 1000`
  const [waits] = await database.orm.select({ waits: settings.onlyRow }).from(settings).where(due)
  if (!waits) return
  await database.transaction(async (tx) => {
    const { document, now } = await lockSettings(tx)
    const after = BankAccounts.settle(document, now)
    // Another process has settled the change.
    if (after === document) return
    await save(tx, after)
    await recordAudit(tx, undefined, 'accounts.take-effect', 'accounts', { accounts: ids(after.accounts) })
  })
}

async function save(tx: Transaction, document: SettingsDocument): Promise<void> {
  await tx.update(settings).set({ document })
  await settingsChanged(tx)
}

const iso = (time: number) => new Date(time).toISOString()

const ids = (accounts: readonly BankAccounts.Account[]) => accounts.map(({ id }) => id).join(', ')
