import { z } from 'zod'
import { kinds } from '#domain/books/reconcile.ts'
import { mostRows } from '#domain/books/statements/statement-file.ts'
import { lineKinds } from '#domain/books/statements/statement-kinds.ts'
import { longest } from '#domain/books/statements/statement-line.ts'
import { highestTotal } from '#domain/order/quote.ts'
import { count, day, document, instant, line, list, reason, requestKey } from '../parts/fields.ts'

/** 'till', 'terminal', 'rider:' plus a rider's id, or 'account:' plus a bank account's id. */
const place = z
  .string()
  .max(120)
  .regex(/^(?:till|terminal|rider:.+|account:.*)$/, 'This is not one of our places.')

/** Naira, negative for money that left the place. Bank charges include kobo. */
const sum = z.number()

const effect = document({ place: z.string(), amount: sum })

const statementLine = document({
  place: z.string(),
  line: z.int(),
  day: z.string().nullable(),
  narration: z.string(),
  sender: z.string(),
  amount: sum,
  /** Missing if the kind is unknown. */
  kind: z.exactOptional(z.enum(lineKinds)),
})
export type StatementLine = z.infer<typeof statementLine>

/** A difference between statement and records. `key` identifies the difference while the day is open. */
const difference = document({
  key: z.string(),
  kind: z.enum(kinds),
  effects: list(effect),
  orderIds: list(z.string()),
  recorded: list(document({ place: z.string(), amount: sum, reference: z.string().nullable() })),
  lines: list(statementLine),
})
export type Difference = z.infer<typeof difference>

/** The orders for which a rider collected cash during the business day; only the latest if there are hundreds. */
const collected = list(document({ orderId: z.string(), amount: sum }))

const openPlace = document({
  place: z.string(),
  name: z.string(),
  /** The balance at the beginning of the day; 0 for accounts and the terminal, where only the day's movements count. */
  opening: sum,
  expected: sum,
  counted: sum.nullable(),
  /**
   * The name of the person who counted, and the time; null if a statement provided the count or the place was not
   * counted.
   */
  countedBy: z.string().nullable(),
  countedAt: instant.nullable(),
  /** The number of lines of the account's statement; null without a statement. */
  lines: count.nullable(),
  /**
   * The reason why the account's statement cannot be compared with the records. While there is a reason, the day cannot
   * be closed.
   */
  fault: z.exactOptional(z.string()),
  /**
   * The check that each balance of the statement follows from the balance before; missing if the statement has no
   * balances.
   */
  proof: z.exactOptional(
    document({
      opening: sum,
      in: sum,
      out: sum,
      closing: sum,
      holds: z.boolean(),
      rows: count,
      unprovenRows: count,
      /** The first row whose balance does not follow from the row before. */
      firstBreak: z.int().nullable(),
    }),
  ),
  /** The part of the difference that no statement explains; null if the place was not counted. */
  unexplained: sum.nullable(),
  collected,
})
export type OpenPlace = z.infer<typeof openPlace>

/** `GET /api/office/open-day`: the day that is not closed yet. */
export const openDay = document({
  from: instant,
  /** The end of the day if it is closed now. Later movements belong to the next day. */
  until: instant,
  places: list(openPlace),
  differences: list(difference),
})
export type OpenDay = z.infer<typeof openDay>

/** `PUT /api/office/open-day/count`: a count of cash. Null deletes the count. */
export const dayCount = z.strictObject({
  place,
  counted: z
    .int('Please enter whole naira.')
    .min(0, 'Please enter what is there; 0 if nothing is.')
    .max(highestTotal, 'This amount is too high.')
    .nullable(),
  key: requestKey,
})

/**
 * `PUT /api/office/open-day/statement`: replaces the lines of an account's statement. An empty list deletes the
 * statement.
 */
export const dayStatement = z.strictObject({
  place: place.startsWith('account:', 'Choose the account of this statement.'),
  lines: z
    .array(
      z.strictObject({
        line: z.int().min(1).max(1_000_000),
        day: day('This is not a day.').nullable(),
        narration: line(longest.narration),
        amount: z.number().multipleOf(0.01).min(-highestTotal).max(highestTotal),
        sender: line(longest.sender),
        sessionId: line(longest.sessionId),
        balance: z.number().multipleOf(0.01).nullable().optional(),
        kind: z.enum(lineKinds).optional(),
      }),
    )
    .max(mostRows),
  key: requestKey,
})
export type DayStatement = z.infer<typeof dayStatement>

/**
 * `POST /api/office/days`: closes the day. `seen` is the state of the day on the owner's screen. The request is refused
 * if the day has changed since.
 */
export const dayClose = z.strictObject({
  from: instant,
  until: instant,
  seen: z.array(z.strictObject({ place, expected: sum, counted: sum.nullable() })).max(200),
  /** The owner's reasons. A key is a place whose count differs from the expected sum, or the `key` of a difference. */
  reasons: z.record(z.string().max(200), line(200)),
})
export type DayClose = z.infer<typeof dayClose>

/** `POST /api/office/open-day/corrections`: corrects the money that a closed day states for a place. */
export const dayCorrection = z.strictObject({
  place,
  amount: z
    .int('Please enter whole naira.')
    .min(-highestTotal, 'This amount is too high.')
    .max(highestTotal, 'This amount is too high.')
    .refine((amount) => amount !== 0, 'Please enter an amount above or below zero.'),
  reason: reason(200, 'Say why: it is kept in the record.'),
  key: requestKey,
})

const ended = {
  id: z.int(),
  from: instant,
  until: instant,
  signedBy: z.string(),
  signedAt: instant,
}

/** `GET /api/office/days`: the closed days, newest first. */
export const dayList = document({
  days: list(
    document({
      ...ended,
      expected: sum,
      counted: sum,
      differences: count,
    }),
  ),
  more: z.boolean(),
})
export type DayList = z.infer<typeof dayList>

/** The query of `GET /api/office/days`, for the next page: the days whose number is lower than `before`. */
export const dayQuery = z.strictObject({ before: z.coerce.number().int().min(1).optional() })

export const dayParams = z.strictObject({ id: z.string().regex(/^[1-9]\d{0,14}$/, 'This is not the number of a day.') })

/** `GET /api/office/days/{id}`: one closed day. */
export const closedDay = document({
  ...ended,
  places: list(
    document({
      place: z.string(),
      name: z.string(),
      expected: sum,
      counted: sum.nullable(),
      countedBy: z.string().nullable(),
      reason: z.string(),
      lines: count.nullable(),
      collected,
    }),
  ),
  differences: list(
    document({
      kind: z.enum(kinds),
      effects: list(effect),
      orderIds: list(z.string()),
      lines: count,
      /**
       * The statement lines behind the differences, kept as long as personal data. Missing for days closed by an
       * earlier release.
       */
      named: list(statementLine),
      reason: z.string(),
    }),
  ),
})
export type ClosedDay = z.infer<typeof closedDay>
