import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { shown } from '../../text/words.ts'
import { cellOf, isNothing } from './statement-cells.ts'
import type { Columns } from './statement-heading.ts'
import { isFailed, isOwnCost } from './statement-kinds.ts'
import type { StatementLine } from './statement-line.ts'

/** The money that a row moved, in kobo. */
export type Amount = { readonly amount: number; readonly charge: number }

const kobo = (naira: number) => Math.round(naira * 100)

/** Returns the kobo in a cell; undefined without a number. */
export function koboIn(written: string): number | undefined {
  const amount = writtenAmount(written)
  return amount === undefined ? undefined : kobo(amount)
}

/** Returns −1 for outgoing money and 1 for incoming: 'DR', 'Credit', 'out'; undefined for other texts. */
export function directionOf(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toLowerCase().replace(/\.$/, '')
  if (/^(?:d|dr|db|debit|debited|withdrawal|expense|out|outflow|outward|outgoing|money out|sent|-)$/.test(word))
    return -1
  return /^(?:c|cr|credit|credited|deposit|lodgement|income|in|inflow|inward|incoming|money in|received|\+)$/.test(word)
    ? 1
    : undefined
}

/** Reads the amounts of a file's rows. */
export class AmountReader {
  readonly #columns: Columns
  /** True if debits are written as negative numbers. Otherwise a negative debit is a reversal. */
  readonly #negativeDebits: boolean
  /** True if the amounts have a sign in addition to a column with their direction. */
  readonly #signedDirections: boolean
  /** True if amounts have no sign, so only the balance shows the direction. */
  readonly isUnsigned: boolean

  constructor(rows: readonly Row[], columns: Columns) {
    this.#columns = columns
    const cells = (field: 'debit' | 'amount') => rows.map((row) => cellOf(row, columns, field))
    const numbers = (field: 'debit' | 'amount') => cells(field).flatMap((cell) => writtenAmount(cell) ?? [])
    this.#negativeDebits = areMostlyNegative(numbers('debit'))
    const outgoing = rows.filter((row) => directionOf(cellOf(row, columns, 'direction')) === -1)
    this.#signedDirections = areMostlyNegative(
      outgoing.flatMap((row) => writtenAmount(cellOf(row, columns, 'amount')) ?? []),
    )
    this.isUnsigned =
      columns.amount !== undefined &&
      columns.direction === undefined &&
      columns.balance !== undefined &&
      numbers('amount').every((amount) => amount >= 0) &&
      !cells('amount').some((cell) => /c(?:r|redit)\.?$|^\+/i.test(cell))
  }

  /** Returns the amount of a row, a sentence if it is unreadable, or undefined if no money moved. */
  read(row: Row): Amount | string | undefined {
    const charge = Math.abs(koboIn(cellOf(row, this.#columns, 'charge')) ?? 0)
    const none = isFailed(row, this.#columns) ? { amount: 0, charge: 0 } : undefined
    const amount = this.#columns.amount === undefined ? this.#ofTwoColumns(row) : this.#ofOneColumn(row)
    return amount === undefined ? none : typeof amount === 'string' ? amount : { amount, charge }
  }

  #ofOneColumn(row: Row): number | string | undefined {
    const written = cellOf(row, this.#columns, 'amount')
    if (isNothing(written)) return undefined
    const amount = koboIn(written)
    if (amount === undefined) return unreadable(written)
    const direction = directionOf(cellOf(row, this.#columns, 'direction'))
    if (direction !== undefined && this.#signedDirections && amount * direction < 0)
      return `the amount “${shown(written)}” has another sign than “${shown(cellOf(row, this.#columns, 'direction'))}”.`
    const signed = direction === undefined || this.#signedDirections ? amount : direction * amount
    return signed === 0 ? undefined : signed
  }

  #ofTwoColumns(row: Row): number | string | undefined {
    const [into, out] = [cellOf(row, this.#columns, 'credit'), cellOf(row, this.#columns, 'debit')]
    const read = (written: string) => (isNothing(written) ? 0 : koboIn(written))
    const [credit, debit] = [read(into), read(out)]
    if (credit === undefined || debit === undefined) return unreadable(credit === undefined ? into : out)
    const hasSign = /dr\.?$|\)$/i.test(out)
    const amount = credit - (this.#negativeDebits ? -debit : hasSign ? Math.abs(debit) : debit)
    return amount === 0 && credit === 0 ? undefined : amount
  }
}

const areMostlyNegative = (amounts: readonly number[]) =>
  amounts.filter((amount) => amount < 0).length * 2 > amounts.filter((amount) => amount !== 0).length

const unreadable = (written: string) => `the amount “${shown(written)}” cannot be read.`

type Signed = Pick<StatementLine, 'line' | 'amount' | 'balance' | 'narration'>

/** Signs each amount by the direction in which the balance moves. The oldest or the newest row may come first. */
export function signByBalance<Line extends Signed>(lines: readonly Line[], opening: number | undefined): Line[] {
  // A row's first line has its amount and balance; a charge in a separate column is the second line.
  const rows = [...Map.groupBy(lines, ({ line }) => line).values()]
  const balanceOf = (row: readonly Line[] | undefined) => row?.[0]?.balance
  const signOf = (row: readonly Line[], before: number | null | undefined) => {
    const [{ amount = 0, balance = null } = {}, charge] = row
    if (before === null || before === undefined || balance === null) return undefined
    const moved = balance - before - (charge?.amount ?? 0)
    return moved === amount ? 1 : moved === -amount ? -1 : undefined
  }
  const ways = [1, -1].map((step) =>
    rows.map((row, at) => signOf(row, balanceOf(rows[at - step]) ?? (step === 1 && at === 0 ? opening : undefined))),
  )
  const known = (way: readonly (1 | -1 | undefined)[] = []) => way.filter((sign) => sign !== undefined).length
  const isDescending = known(ways[0]) < known(ways[1])
  const oldest = isDescending ? rows.length - 1 : 0
  return rows.flatMap(([first, ...charges], at) => {
    if (!first) return []
    const sign = ways[isDescending ? 1 : 0]?.[at]
    // If the oldest amount is higher than the balance after it, the money went out; money that came in would mean an
    // overdrawn account.
    const isOut = isOwnCost(first.narration) || (charges.length === 0 && (first.balance ?? first.amount) < first.amount)
    return sign === -1 || (sign === undefined && at === oldest && isOut)
      ? [{ ...first, amount: -first.amount }, ...charges]
      : [first, ...charges]
  })
}
