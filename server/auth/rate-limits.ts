import { createHmac } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { mostClaims } from '#domain/order/unpaid-limits.ts'
import type { Database } from '../db/database.ts'
import { rateLimits } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { isOwnMachine, networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/problems.ts'

/** At most `most` tries in a window of `seconds`. The window begins with the first try. */
type Limit = { readonly most: number; readonly seconds: number }

const minutes = 60
const hours = 3600

/**
 * The default limits. Limits of an account are tight, because only its user and attackers reach them. Limits of an
 * address are wide, because Nigerian carriers put many phones behind one address, and customers who order at lunchtime
 * must not lock each other out.
 */
export const defaultLimits = {
  /**
   * Sign-ins on devices unknown to the account, counted by typed name and by account. OWASP recommends a lock of some
   * minutes after a few failures. At 10 in 15 minutes, a thousand guesses take a day.
   */
  signInAccount: { most: 10, seconds: 15 * minutes },
  /** Sign-ins on known devices, counted by account and device, so strangers cannot lock the account's own devices. */
  signInDevice: { most: 10, seconds: 15 * minutes },
  /**
   * Second-factor codes from unknown devices after the right password, counted by account. One guess in 333,333
   * succeeds, because three of a million codes are valid at a time.
   */
  secondStepAccount: { most: 10, seconds: hours },
  /** Second-factor codes from known devices, counted by device. */
  secondStepDevice: { most: 10, seconds: 15 * minutes },
  /**
   * Sign-ins counted by address, because an attacker may try one password at many accounts, and every try costs one
   * hash.
   */
  signInAddress: { most: 30, seconds: 15 * minutes },
  /** Sign-ups, counted by address. A form with errors counts too, so 30 tries allow about ten new accounts. */
  signUpAddress: { most: 30, seconds: hours },
  /** New guests. An address may have as many guests as unpaid orders, because each unpaid order may be a guest's. */
  guestAddress: { most: mostClaims.address, seconds: hours },
  /**
   * Changes of the profile, counted by account. Many changes of a username would reveal which names are taken, and
   * their audit entries would push other entries off the office's list.
   */
  accountChange: { most: 20, seconds: hours },
  /** Requests that need the current password, counted by account, because somebody may guess on an unlocked phone. */
  passwordChange: { most: 10, seconds: 15 * minutes },
  /**
   * Reset codes, counted by typed name and address, so strangers cannot lock out the account's user. Ten tries are
   * safe: a code has 40 bits and is valid for half an hour.
   */
  passwordReset: { most: 10, seconds: 30 * minutes },
  /**
   * Link codes of counter orders, counted by account. Ten tries are safe: a code has 40 bits and is valid for a week.
   */
  orderLink: { most: 10, seconds: hours },
  /**
   * Audit entries about refused sign-ins, counted by account. The office shows the last 200 audit entries; a night of
   * guesses must not push all other entries off this list.
   */
  auditedDenial: { most: 5, seconds: hours },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof defaultLimits
export type Limits = Readonly<Record<LimitName, Limit>>

export type Tries = {
  /** Counts a try of an account or address. Call `count` before any work. Throws 'too-many-tries' above the limit. */
  count(limit: LimitName, subject: string): Promise<void>
  /** Counts a try and returns how many tries are left; negative above the limit. */
  left(limit: LimitName, subject: string): Promise<number>
  refund(limit: LimitName, subject: string): Promise<void>
  clear(limit: LimitName, subject: string): Promise<void>
  /** Returns the keyed hash of a network address; null for an address of the server's own machine. */
  addressKey(address: string): string | null
}

/**
 * Counts are committed without a flush to the disk, because a flush would delay orders. A crash of the database may
 * lose a second of counts.
 */
const unflushed = { unflushed: sql`set_config('synchronous_commit', 'off', true)` }

/** Opens the rate limits. `secret` is the key of the hashes under which names, phones and addresses are counted. */
export function createTries({
  database,
  secret,
  limits = defaultLimits,
}: {
  database: Database
  secret: string
  limits?: Limits
}): Tries {
  const keyOf = (limit: LimitName | 'address', subject: string) =>
    createHmac('sha256', secret)
      .update(`${limit}:${networkOf(subject)}`)
      .digest('base64url')

  async function increment(limit: LimitName, subject: string) {
    const { most, seconds } = limits[limit]
    const fresh = sql`${rateLimits.windowStarted} > now() - make_interval(secs => ${seconds})`
    const [row] = await database.orm
      .insert(rateLimits)
      .values({ key: keyOf(limit, subject), windowStarted: sql`now()`, count: 1 })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${fresh} then ${rateLimits.count} + 1 else 1 end`,
          windowStarted: sql`case when ${fresh} then ${rateLimits.windowStarted} else now() end`,
        },
      })
      .returning({
        ...unflushed,
        count: rateLimits.count,
        secondsLeft: sql<number>`ceil(extract(epoch from ${rateLimits.windowStarted} - now()) + ${seconds})::int`,
      })
    return { left: most - (row?.count ?? 0), secondsLeft: row?.secondsLeft ?? 0 }
  }

  return {
    count: async (limit, subject) => {
      const { left, secondsLeft } = await increment(limit, subject)
      if (left < 0) throw tooMany(limit, Math.max(1, secondsLeft))
    },
    left: async (limit, subject) => (await increment(limit, subject)).left,
    refund: async (limit, subject) => {
      await database.orm
        .update(rateLimits)
        .set({ count: sql`${rateLimits.count} - 1` })
        .where(and(eq(rateLimits.key, keyOf(limit, subject)), gt(rateLimits.count, 0)))
        .returning(unflushed)
    },
    clear: async (limit, subject) => {
      await database.orm
        .delete(rateLimits)
        .where(eq(rateLimits.key, keyOf(limit, subject)))
        .returning(unflushed)
    },
    addressKey: (address) => (isOwnMachine(address) ? null : keyOf('address', address)),
  }
}

export const sweepRateLimits: Sweep = (tx, most) => {
  const longest = Math.max(...Object.values(defaultLimits).map(({ seconds }) => seconds))
  return swept(
    tx,
    sql`delete from rate_limits where key in (
          select key from rate_limits where window_started < now() - make_interval(secs => ${longest})
           order by window_started limit ${most})`,
  )
}

/** The sentences for limits that all people behind one network address share: the reason, and how to continue. */
const ofNetwork: Partial<Record<LimitName, { readonly because: string; readonly wayOn: string }>> = {
  signInAddress: {
    because: 'Too many sign-ins from your network have failed.',
    wayOn: 'To order now, choose Continue as guest in your cart.',
  },
  signUpAddress: {
    because: 'Many people on your network have signed up within the hour.',
    wayOn: 'To order now, choose Continue as guest in your cart: it needs no account.',
  },
  guestAddress: {
    because: 'Many guests on your network have ordered within the hour.',
    wayOn: 'To order now, log in or sign up, or message us on WhatsApp.',
  },
}

function tooMany(limit: LimitName, seconds: number): Refusal {
  const wait = Math.ceil(seconds / minutes)
  const { because = 'Too many tries.', wayOn = '' } = ofNetwork[limit] ?? {}
  const detail = `${because} Please try again in ${wait === 1 ? 'a minute' : `${wait} minutes`}. ${wayOn}`.trimEnd()
  return new Refusal({ code: 'too-many-tries', detail }, { retryAfter: seconds })
}
