import { firstFree, slug } from '../menu/slug.ts'
import { fail, ok, type Result } from '../problem.ts'

/**
 * A bank account of the restaurant. An id permanently identifies one number at one bank, because payments refer to the
 * id.
 */
export type Account = { readonly id: string; readonly bank: string; readonly number: string; readonly name: string }

/** An account that is no longer shown to customers, but may still receive money. `until`: epoch milliseconds. */
type FormerAccount = Account & { readonly until: number }

/** The values of a change: the accounts shown to customers, and the delay of later changes in hours. */
type Terms = { readonly accounts: readonly Account[]; readonly delayHours: number }

/**
 * A change proposed by the owner with the id `by`. Any owner can revoke the change until `from`, in epoch milliseconds.
 */
export type Change = Terms & {
  readonly id: string
  readonly by: string
  readonly at: number
  readonly from: number
}

export type Register = {
  readonly accounts: readonly Account[]
  readonly formerAccounts?: readonly FormerAccount[]
  /** Defaults to `firstDelayHours`. */
  readonly accountDelayHours?: number
  readonly accountChange?: Change
}

const firstDelayHours = 12
export const leastDelayHours = 1
export const mostDelayHours = 72
export const mostAccounts = 5

const hour = 60 * 60_000

/** The time after an account's replacement for which the desk can still choose the account, in milliseconds. */
const comesLate = 30 * 24 * hour

/** Returns the register as of `now` (epoch milliseconds): a pending change is applied if its time has come. */
export function settle<Whole extends Register>(register: Whole, now: number): Whole {
  const { accountChange: change, formerAccounts = [], ...kept } = register
  if (!change || change.from > now) return register
  const stays = new Set(change.accounts.map(({ id }) => id))
  const replaced = register.accounts.map((account) => ({ ...account, until: change.from }))
  const former = [...formerAccounts, ...replaced].filter(({ id }) => !stays.has(id))
  return {
    ...kept,
    accounts: change.accounts,
    accountDelayHours: change.delayHours,
    ...(former.length > 0 && { formerAccounts: former }),
  } as unknown as Whole
}

/**
 * Stores a change, which takes effect after the current delay, even if the change sets another delay. A current or
 * former account keeps its id; other accounts get new ids. Refuses a change while another is pending, a change without
 * a new value, and a change by a person who became an owner within the delay, because other owners may still revoke
 * that role. `since`: epoch milliseconds of becoming an owner; undefined for a first owner.
 */
export function propose<Whole extends Register>(
  register: Whole,
  { accounts, delayHours }: { accounts: readonly Omit<Account, 'id'>[]; delayHours: number },
  { id, by, now, since }: { id: string; by: string; now: number; since?: number | undefined },
): Result<Whole> {
  const today = settle(register, now)
  if (since !== undefined && now < since + delayOf(today) * hour) {
    return fail(
      'not-allowed',
      `Somebody who became an owner less than ${inHours(delayOf(today))} ago cannot change the accounts yet. Ask another owner.`,
    )
  }
  if (today.accountChange)
    return fail('invalid', 'Another change is already waiting. Revoke it first, or wait until it takes effect.')
  const checked = withIds(accounts, known(today))
  if (!checked.ok) return checked
  const named = checked.value
  const delay = delayOf(today)
  if (delay === delayHours && JSON.stringify(named) === JSON.stringify(today.accounts.map(plain))) {
    return fail('invalid', 'Nothing is changed.')
  }
  const change: Change = { id, by, at: now, from: now + delay * hour, accounts: named, delayHours }
  return ok({ ...today, accountChange: change })
}

/** Returns the accounts with ids. An account that is among `before` keeps its id. Refuses duplicates. */
export function withIds(
  accounts: readonly Omit<Account, 'id'>[],
  before: readonly Account[],
): Result<readonly Account[]> {
  const twice = accounts.findIndex((account, index) => accounts.findIndex((other) => isSame(account, other)) < index)
  if (twice !== -1) return fail('invalid', 'This account is in the list twice.', `accounts.${twice}.number`)
  const taken = [...before]
  const named = accounts.map((account) => {
    const own = taken.find((other) => isSame(account, other))
    // An id such as 'demo-bank-4621'.
    const id = `${slug(account.bank, 'bank')}-${account.number.slice(-4)}`
    const named = plain({ ...account, id: own?.id ?? firstFree(id, new Set(taken.map((each) => each.id))) })
    taken.push(named)
    return named
  })
  return ok(named)
}

export function revoke<Whole extends Register>(register: Whole, id: string, now: number): Result<Whole> {
  const today = settle(register, now)
  const { accountChange: change, ...kept } = today
  if (change?.id !== id) return fail('not-found', 'This change has taken effect already, or was revoked.')
  return ok(kept as unknown as Whole)
}

/** Returns the delay in hours of a change proposed now. */
export function delayOf({ accountDelayHours = firstDelayHours }: Register): number {
  return accountDelayHours
}

const inHours = (count: number) => (count === 1 ? 'an hour' : `${count} hours`)

export function known({ accounts, formerAccounts = [] }: Register): readonly Account[] {
  return [...accounts, ...formerAccounts].map(plain)
}

/** Returns the accounts that may still receive money: current ones, and recently replaced ones. */
export function receiving({ accounts, formerAccounts = [] }: Register, now: number): readonly Account[] {
  const late = formerAccounts.filter(({ until }) => until > now - comesLate)
  return [...accounts, ...late].map(plain)
}

const plain = ({ id, bank, number, name }: Account): Account => ({ id, bank, number, name })

const tidy = (bank: string) => bank.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function isSame(one: Omit<Account, 'id'>, other: Omit<Account, 'id'>): boolean {
  return one.number === other.number && tidy(one.bank) === tidy(other.bank)
}
