import * as Payment from '../../order/payment.ts'
import type { LineKind } from './statement-kinds.ts'

/** A line of a bank's statement: money that came in, or went out. */
export type StatementLine = {
  /** The row number of a spreadsheet. A charge in a separate column is a line of the same row. */
  readonly line: number
  /** `YYYY-MM-DD`; null if the bank's day is unreadable. */
  readonly day: string | null
  /** `HH:MM:SS`; null if the bank writes none. */
  readonly time: string | null
  /** Kobo, negative for money that went out. */
  readonly amount: number
  /** The account's balance in kobo before and after the line; null if the bank does not state it. */
  readonly before: number | null
  readonly balance: number | null
  readonly narration: string
  readonly sender: string
  /** The bank's id of the transfer, as the bank shows it; '' without an id. */
  readonly sessionId: string
  /** The transfer's key in every file that contains it: the bank's id in normal form, or a key made by `identify`. */
  readonly identity: string
  readonly kind: LineKind
}

/** The longest stored texts of a line, in characters. */
export const longest = { narration: 300, sender: 100, sessionId: 60 } as const

/** A row that is not a line of money, and the reason. */
export type SetAside = {
  readonly row: number
  readonly reason: 'total' | 'opening' | 'closing' | 'no-money'
  readonly text: string
}

/** The length of the shortest unique reference. Shorter references are repeated on many lines. */
export const uniqueLength = 10

/**
 * Gives every line its identity. Without a bank's id, a line is identified by day, amount and balance; without a
 * balance, by day, amount, time and narration. Equal lines are numbered.
 */
export function identify(lines: readonly Omit<StatementLine, 'identity'>[]): StatementLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const id = Payment.sessionKey(line.sessionId)
    if (id.length >= uniqueLength) return { ...line, identity: id }
    const { day, time, amount, balance, narration } = line
    const rest =
      balance === null ? `T${time ?? ''}N${digest(`${id} ${Payment.sessionKey(narration)}`)}` : `B${signed(balance)}`
    const facts = `L${day ?? ''}A${signed(amount)}${rest}`.replace(/[^A-Z0-9]/g, '')
    const count = (seen.get(facts) ?? 0) + 1
    seen.set(facts, count)
    return { ...line, identity: count === 1 ? facts : `${facts}X${count}` }
  })
}

const signed = (kobo: number) => (kobo < 0 ? `M${-kobo}` : String(kobo))

/** Returns thirteen letters and digits that identify a text: http://www.isthe.com/chongo/tech/comp/fnv, 64 bits. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const sign of text) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return hash.toString(36).toUpperCase()
}
