import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { endpoints } from '#contract/endpoints.ts'
import type { SecurityKind, SecurityLogList } from '#contract/staff.ts'
import type { Database } from '../db/database.ts'
import { securityLog } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import type { Refusal } from '../http/problems.ts'
import { describeError, log } from '../process/log.ts'

/** The interval between writes of counts. A crash loses at most the counts of this time. */
const writeIntervalMs = 10_000

/**
 * The most network addresses with rows of their own, for one kind, endpoint and minute in one write. Further addresses
 * share a row.
 */
const mostAddresses = 20

/** The most rows, about 20 MB, so years of floods cannot fill a disk. */
const mostRows = 100_000

const listedRows = 5000
const mostListed = 100

export type SecurityLog = {
  /** Counts a refusal of a network address if this log records refusals of its kind. Runs no query. */
  note(refusal: Refusal, endpoint: string, address: string): void
  write(): Promise<void>
  stop(): Promise<void>
}

type Count = { minute: Date; kind: SecurityKind; endpoint: string; addressKey: string; times: number }

/** Opens the security log. `addressKey` returns a keyed hash, so the table contains no addresses. */
export function openSecurityLog({
  database,
  addressKey,
}: {
  database: Pick<Database, 'orm'>
  addressKey: (address: string) => string | null
}): SecurityLog {
  let counted = new Map<string, Count>()
  let addresses = new Map<string, number>()

  function note(refusal: Refusal, endpoint: string, address: string): void {
    const kind = kindOf(refusal)
    if (!kind) return
    const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    const of = { minute, kind, endpoint: endpoint in endpoints ? endpoint : '' }
    const shared = `${minute.getTime()} ${kind} ${of.endpoint}`
    const apart = addresses.get(shared) ?? 0
    const own = addressKey(address)?.slice(0, 16) ?? ''
    const key = counted.has(`${shared} ${own}`) || apart < mostAddresses ? own : ''
    const count = counted.get(`${shared} ${key}`)
    if (count) {
      count.times += 1
      return
    }
    counted.set(`${shared} ${key}`, { ...of, addressKey: key, times: 1 })
    addresses.set(shared, apart + 1)
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return
    // The rows are sorted, so two processes that write the same rows do not deadlock.
    const rows = [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    counted = new Map()
    addresses = new Map()
    await database.orm
      .insert(securityLog)
      .values(rows)
      .onConflictDoUpdate({
        target: [securityLog.minute, securityLog.kind, securityLog.endpoint, securityLog.addressKey],
        set: { times: sql`least(${securityLog.times}::bigint + excluded.times, 2147483647)::int` },
      })
  }

  // A failure is written to the server's own log, because the database may be unreachable.
  const writeOrTell = () => write().catch((error: unknown) => log('security-log.failed', describeError(error)))
  const timer = setInterval(writeOrTell, writeIntervalMs)
  timer.unref()
  return {
    note,
    write,
    async stop() {
      clearInterval(timer)
      await writeOrTell()
    },
  }
}

function kindOf({ problem: { code }, isWrongSecret }: Refusal): SecurityKind | undefined {
  if (isWrongSecret) return 'wrong-credentials'
  switch (code) {
    case 'invalid-credentials':
      return 'wrong-credentials'
    case 'too-many-tries':
    case 'too-many-claims':
      return 'limit-reached'
    case 'not-allowed':
      return 'not-allowed'
    default:
      return undefined
  }
}

/** Returns recent refusals by the hour. */
export async function readSecurityLog(orm: Pick<NodePgDatabase, 'execute'>): Promise<SecurityLogList> {
  const { rows } = await orm.execute<SecurityLogList['entries'][number] & Record<string, unknown>>(sql`
    select to_char(date_trunc('hour', minute, 'UTC') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour,
           kind, endpoint, least(sum(times), 2147483647)::int as times,
           count(distinct nullif(address_key, ''))::int as addresses
      from (select * from security_log order by minute desc limit ${listedRows}) latest
     group by 1, 2, 3
     order by 1 desc, 4 desc, 2, 3
     limit ${mostListed}`)
  return { entries: rows }
}

/** Returns the sweep of rows past their retention time, and of the oldest rows beyond `mostRows`. */
export function sweepSecurityLog(days: number): Sweep {
  return (tx, most) =>
    swept(
      tx,
      sql`delete from security_log where (minute, kind, endpoint, address_key) in (
            select minute, kind, endpoint, address_key from security_log
             where minute < greatest(
                     now() - make_interval(days => ${days}),
                     (select minute from security_log order by minute desc offset ${mostRows} limit 1))
             order by minute limit ${most})`,
    )
}
