import { sql } from 'drizzle-orm'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { phoneMessageDays, stoppedPhoneDays } from '../process/retention.ts'

/** Deletes the phones of conversations without a recent message. Phones that sent STOP are kept longer. */
export const sweepConversations: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from conversations where phone in (
          select phone from conversations
           where heard_at < now() - make_interval(days => ${phoneMessageDays})
             and (stopped_at is null or heard_at < now() - make_interval(days => ${stoppedPhoneDays}))
           order by heard_at limit ${most})`,
  )

export const sweepReplies: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from customer_replies where id in (
          select id from customer_replies
           where at < now() - make_interval(days => ${phoneMessageDays}) order by at limit ${most})`,
  )
