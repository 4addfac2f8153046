import { sweepRateLimits } from './auth/rate-limits.ts'
import { sweepCodes, sweepSessions } from './auth/sessions.ts'
import { sweepStatements } from './books/closed-days.ts'
import { sweepChangedDays } from './books/figures/recount.ts'
import { sweepBookings, sweepClosedQuarters } from './capacity/bookings.ts'
import { sweepConversations, sweepReplies } from './conversations/sweeps.ts'
import type { Sweep } from './db/sweep-runner.ts'
import { sweepGuests } from './guests/guests.ts'
import { sweepRequestKeys } from './http/request-keys.ts'
import { sweepEvents } from './live/event-retention.ts'
import { sweepMenuVersions } from './menu-versions/history.ts'
import { sweepDetachedDevices, sweepMessages } from './messages/send-messages.ts'
import { sweepOrders, sweepQuotes } from './own-data/own-data.ts'
import { sweepPhotos } from './photos/photos.ts'
import { sweepPrintJobs } from './printers/queue.ts'
import type { Retention } from './process/retention.ts'
import { sweepSecurityLog } from './security-log/security-log.ts'
import { sweepPreparations } from './slots/preparations.ts'

/**
 * Returns the sweeps of all data with a retention time, and the recount of the figures of changed days. The privacy
 * page shows customers the same retention times.
 */
export function sweepsOf({ orderMonths, quoteDays, securityLogDays }: Retention): Readonly<Record<string, Sweep>> {
  return {
    events: sweepEvents,
    sessions: sweepSessions,
    codes: sweepCodes,
    rateLimits: sweepRateLimits,
    messages: sweepMessages,
    conversations: sweepConversations,
    replies: sweepReplies,
    detachedDevices: sweepDetachedDevices,
    printJobs: sweepPrintJobs,
    quarterBookings: sweepBookings,
    preparations: sweepPreparations,
    closedQuarters: sweepClosedQuarters,
    requestKeys: sweepRequestKeys,
    guests: sweepGuests,
    menuVersions: sweepMenuVersions,
    photos: sweepPhotos,
    quotes: sweepQuotes(quoteDays),
    orders: sweepOrders(orderMonths),
    statements: sweepStatements(orderMonths),
    figures: sweepChangedDays,
    securityLog: sweepSecurityLog(securityLogDays),
  }
}
