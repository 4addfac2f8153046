import * as Payment from '../../order/payment.ts'
import type { LineKind } from './statement-kinds.ts'

/** A line of a bank's statement: money that came in, or went out. */
export type StatementLine = {
  /** The row in the file, as a spreadsheet counts. A charge in a column of its own is a line of the same row. */
  readonly line: number
  /** `YYYY-MM-DD`; null where the bank's day cannot be read. */
  readonly day: string | null
  /** `HH:MM:SS`; null where the bank writes none. */
  readonly time: string | null
  /** Kobo, below zero where money went out. */
  readonly amount: number
  /** Kobo at the account before and after the line; null where the bank does not say. */
  readonly before: number | null
  readonly balance: number | null
  readonly narration: string
  readonly sender: string
  /** The bank's id of the transfer, as the bank shows it; '' where it shows none. */
  readonly sessionId: string
  /** What stands for the transfer in every file that contains it: the bank's id in one spelling, or what `identify` makes of the line. */
  readonly identity: string
  readonly kind: LineKind
}

/** A row that is no line of money, and why. */
export type SetAside = {
  readonly row: number
  readonly reason: 'total' | 'opening' | 'closing' | 'no-money'
  readonly text: string
}

/** Figures and letters that no two transfers share by accident; banks print shorter marks on every line. */
export const uniqueLength = 10

/**
 * Gives every line its identity. Without an id of the bank's, day, amount and balance stand for a line, or its time and narration
 * where there is no balance, with a count of equal ones.
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

/** Thirteen letters and figures that stand for a text: http://www.isthe.com/chongo/tech/comp/fnv, 64 bits. */
function digest(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const sign of text) hash = BigInt.asUintN(64, (hash ^ BigInt(sign.codePointAt(0) ?? 0)) * 0x100000001b3n)
  return hash.toString(36).toUpperCase()
}
