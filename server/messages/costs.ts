import { sql } from 'drizzle-orm'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Database } from '../db/database.ts'
import { lockChannel } from './channel-settings.ts'
import type { TextChannel } from './channels.ts'

export function today(now = Date.now()): Date {
  return new Date(Lagos.midnight(Lagos.dayOf(now)))
}

/**
 * Adds the cost of a text to the day's cost before the text is sent. Returns false if the day's texts would cost more
 * than the owner allows. A lock makes concurrent calls run one after the other.
 */
export async function claimCost(
  database: Pick<Database, 'transaction'>,
  id: string,
  channel: TextChannel,
  text: string,
): Promise<boolean> {
  const cost = channel.cost(text)
  if (cost === 0) return true
  return database.transaction(async (tx) => {
    await tx.execute(lockChannel('sms'))
    const { rowCount } = await tx.execute(sql`
      update messages set cost = ${cost}::int
       where id = ${id}
         and ${cost}::int + (select coalesce(sum(cost), 0) from messages
                              where channel = 'sms' and created_at >= ${today().toISOString()} and id <> ${id})
             <= ${channel.dailyCap}::bigint`)
    return rowCount === 1
  })
}
