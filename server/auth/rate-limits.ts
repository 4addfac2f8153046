import { createHmac } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { rateLimits } from '../db/schema.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/problems.ts'

/** So many tries within a window that begins with the first. */
export type Limit = { readonly most: number; readonly seconds: number }

const minutes = 60
const hours = 3600

/**
 * An account's limits are tight, because only its owner and whoever guesses at it meet them. An address's are wide:
 * Nigerian carriers put very many phones behind one, and a lunch hour must not lock them all out.
 */
export const defaultLimits = {
  /** OWASP: lock out after a few failures, for minutes. At 10 in 15 minutes a thousand guesses take a day. */
  signInAccount: { most: 10, seconds: 15 * minutes },
  /** Against one guess at each of many accounts, and for the processor: every try costs it some 50 ms. */
  signInAddress: { most: 30, seconds: 15 * minutes },
  /** Counts forms with a mistake as well, so it is more than ten accounts' worth. */
  signUpAddress: { most: 30, seconds: hours },
  /** Who changes names all day is asking which are taken. */
  accountChange: { most: 20, seconds: hours },
  /** Whoever finds a phone unlocked may guess at the password behind it. */
  passwordChange: { most: 10, seconds: 15 * minutes },
  /** A code has 40 bits and lives for half an hour. */
  passwordReset: { most: 10, seconds: 30 * minutes },
  /** Of one account. The office reads the last 200 actions: a night of guesses must not push the others out. */
  refusalOnRecord: { most: 5, seconds: hours },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof defaultLimits
export type Limits = Readonly<Record<LimitName, Limit>>

export type Tries = {
  /** Counts a try before anything is done for it. Throws 'too-many-tries' when there were too many. */
  count(limit: LimitName, who: string): Promise<void>
  /** Counts one, and gives how many are left after it; below 0 it was one too many. */
  left(limit: LimitName, who: string): Promise<number>
  /** Forgives what was counted against one. */
  clear(limit: LimitName, who: string): Promise<void>
  /** Deletes what no limit looks at any more. */
  sweep(): Promise<void>
}

/** `secret` keeps names, phones and addresses out of the table: it holds only their keyed hashes. */
export function createTries({
  database,
  secret,
  limits = defaultLimits,
}: {
  database: Database
  secret: string
  limits?: Limits
}): Tries {
  const keyOf = (limit: LimitName, who: string) =>
    createHmac('sha256', secret)
      .update(`${limit}:${networkOf(who)}`)
      .digest('base64url')

  async function note(limit: LimitName, who: string) {
    const { most, seconds } = limits[limit]
    const fresh = sql`${rateLimits.windowStarted} > now() - make_interval(secs => ${seconds})`
    const [row] = await database.orm
      .insert(rateLimits)
      .values({ key: keyOf(limit, who), windowStarted: sql`now()`, count: 1 })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${fresh} then ${rateLimits.count} + 1 else 1 end`,
          windowStarted: sql`case when ${fresh} then ${rateLimits.windowStarted} else now() end`,
        },
      })
      .returning({
        count: rateLimits.count,
        secondsLeft: sql<number>`ceil(extract(epoch from ${rateLimits.windowStarted} - now()) + ${seconds})::int`,
      })
    return { left: most - (row?.count ?? 0), secondsLeft: row?.secondsLeft ?? 0 }
  }

  return {
    count: async (limit, who) => {
      const { left, secondsLeft } = await note(limit, who)
      if (left < 0) throw tooMany(Math.max(1, secondsLeft))
    },
    left: async (limit, who) => (await note(limit, who)).left,
    clear: async (limit, who) => {
      await database.orm.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, who)))
    },
    sweep: async () => {
      const longest = Math.max(...Object.values(limits).map(({ seconds }) => seconds))
      await database.orm
        .delete(rateLimits)
        .where(lt(rateLimits.windowStarted, sql`now() - make_interval(secs => ${longest})`))
    },
  }
}

function tooMany(seconds: number): Refusal {
  const wait = Math.ceil(seconds / minutes)
  const detail = `Too many tries. Please try again in ${wait === 1 ? 'a minute' : `${wait} minutes`}.`
  return new Refusal({ code: 'too-many-tries', detail }, { retryAfter: seconds })
}
