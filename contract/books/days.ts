import { z } from 'zod'
import { kinds } from '#domain/books/reconcile.ts'
import { longest, mostRows } from '#domain/books/statements/statement-file.ts'
import { lineKinds } from '#domain/books/statements/statement-kinds.ts'
import { highestTotal } from '#domain/order/quote.ts'
import { count, day, document, instant, line, list, reason, requestKey } from '../parts/fields.ts'

/** 'till', 'terminal', 'rider:' and the id of a rider, 'account:' and that of a bank account. */
const place = z
  .string()
  .max(120)
  .regex(/^(?:till|terminal|rider:.+|account:.*)$/, 'This is no place of ours.')

/** Naira, below zero where it left; the charges of banks have kobo. */
const sum = z.number()

const effect = document({ place: z.string(), amount: sum })

const statementLine = document({
  place: z.string(),
  line: z.int(),
  day: z.string().nullable(),
  narration: z.string(),
  sender: z.string(),
  amount: sum,
  /** Left out where it is not known. */
  kind: z.exactOptional(z.enum(lineKinds)),
})
export type StatementLine = z.infer<typeof statementLine>

/** What is wrong between statement and record. `key` names it until the day is signed. */
const difference = document({
  key: z.string(),
  kind: z.enum(kinds),
  effects: list(effect),
  orderIds: list(z.string()),
  /** What was recorded, and what the statement has. */
  recorded: list(document({ place: z.string(), amount: sum, reference: z.string().nullable() })),
  lines: list(statementLine),
})
export type Difference = z.infer<typeof difference>

/** Of a rider: the orders that cash was collected for in the day, the latest where there are hundreds. */
const collected = list(document({ orderId: z.string(), amount: sum }))

const openPlace = document({
  place: z.string(),
  name: z.string(),
  /** What was there when the day began; 0 of accounts and of the terminal, which are counted by what moved. */
  opening: sum,
  expected: sum,
  counted: sum.nullable(),
  /** Who counted, and when; null where a statement did, or nobody has. */
  countedBy: z.string().nullable(),
  countedAt: instant.nullable(),
  /** Lines of its statement; null without one. */
  lines: count.nullable(),
  /** Why its statement is compared with nothing, and the day is not signed with it. */
  fault: z.exactOptional(z.string()),
  /** What the balances of its statement prove; left out where there are none. */
  proof: z.exactOptional(
    document({
      opening: sum,
      in: sum,
      out: sum,
      closing: sum,
      holds: z.boolean(),
      rows: count,
      unprovenRows: count,
      /** The first row that does not follow. */
      firstBreak: z.int().nullable(),
    }),
  ),
  /** What neither the statement's differences nor anything else names; null where nobody has counted. */
  unexplained: sum.nullable(),
  collected,
})
export type OpenPlace = z.infer<typeof openPlace>

/** `GET /api/office/open-day`: the day that has not been signed yet. */
export const openDay = document({
  from: instant,
  /** What came after this is not in it: the day ends here where this is signed. */
  until: instant,
  places: list(openPlace),
  differences: list(difference),
})
export type OpenDay = z.infer<typeof openDay>

/** `PUT /api/office/open-day/count`: notes that somebody counted; null takes it back. */
export const dayCount = z.strictObject({
  place,
  counted: z
    .int('Please enter whole naira.')
    .min(0, 'Please enter what is there; 0 where nothing is.')
    .max(highestTotal, 'This amount is too high.')
    .nullable(),
  key: requestKey,
})

/** Bytes of the largest statement: 10,000 lines. */
export const largestStatement = 5 * 1024 * 1024

/** `PUT /api/office/open-day/statement`: the lines of an account's statement, instead of those before; none takes it back. */
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

/** `POST /api/office/days`: ends the day. `seen` is what its owner looked at; where it is not so any more, nothing is signed. */
export const dayClose = z.strictObject({
  from: instant,
  until: instant,
  seen: z.array(z.strictObject({ place, expected: sum, counted: sum.nullable() })).max(200),
  /** By place, and by the key of a difference. */
  reasons: z.record(z.string().max(200), line(200)),
})
export type DayClose = z.infer<typeof dayClose>

/** `POST /api/office/open-day/corrections`: money that is, or is not, where a signed day says it is. */
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

/** `GET /api/office/days`: the signed ones, newest first. */
export const dayList = document({
  days: list(
    document({
      ...ended,
      /** Together, of the places that were counted. */
      expected: sum,
      counted: sum,
      differences: count,
    }),
  ),
  /** Whether there are older ones. */
  more: z.boolean(),
})
export type DayList = z.infer<typeof dayList>

/** `before`: the number of a day. */
export const dayQuery = z.strictObject({ before: z.coerce.number().int().min(1).optional() })

export const dayParams = z.strictObject({ id: z.string().regex(/^[1-9]\d{0,14}$/, 'This is not the number of a day.') })

/** `GET /api/office/days/{id}`. */
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
      /** Those lines, as long as names are kept. Without them where the day was signed before they were. */
      named: list(statementLine),
      reason: z.string(),
    }),
  ),
})
export type ClosedDay = z.infer<typeof closedDay>
