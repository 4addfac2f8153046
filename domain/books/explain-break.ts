import * as BusinessDay from './business-day.ts'
import { sum } from './kobo.ts'
import type { Break } from './statements/statement-proof.ts'

type Line = { readonly line: number; readonly amount: number; readonly balance: number | null }

/**
 * Explains a row whose balance does not follow from the row before: a title, and the calculation behind it. Amounts are
 * naira.
 */
export function explainBreak(
  found: Break,
  { lines, breaks }: { readonly lines: readonly Line[]; readonly breaks: readonly Break[] },
): { readonly title: string; readonly detail: string } {
  const { line: row, problem, difference } = found
  const amount = amountAt(lines, row)
  const size = BusinessDay.format(Math.abs(difference))
  if (problem === 'sign') {
    const ways = amount > 0 ? ['in', 'down'] : ['out', 'up']
    return {
      title: 'The amount is on the wrong side',
      detail: `It was read as money ${ways[0]}, but the balance went ${ways[1]} by it.`,
    }
  }
  if (problem === 'total-as-line') {
    return { title: 'This is a total, not a transfer', detail: 'It is the sum of the rows above.' }
  }
  if (problem === 'total') {
    return {
      title: `The totals of the statement differ by ${size}`,
      detail: 'They are not the sums of its rows: a row is missing or appears twice.',
    }
  }
  const begun = openedBy(found, breaks)
  if (begun !== undefined) {
    const [first, last] = [Math.min(begun, row), Math.max(begun, row)]
    return {
      title: `The same ${size} is gone again`,
      detail: `Most likely a transfer and its reversal were both left out between rows ${first} and ${last}.`,
    }
  }
  const line = lines.find((each) => each.line === row)
  if (!line && difference === 0)
    return { title: 'The amount cannot be read', detail: 'Its money is not among the lines.' }
  if (line && line.balance === null && difference === -amount)
    return { title: 'No balance checks this row', detail: 'The bank shows no balance beside it or after it.' }
  const title =
    difference === 0
      ? 'Its balances do not fit its amount'
      : `The balance does not add up: ${size} ${difference > 0 ? 'is missing' : 'too much'} before this row`
  return { title, detail: sumsAt(found, lines, amount) }
}

/** Returns 'Row 87 leaves ₦912,400, and + ₦12,000 is ₦924,400. The bank says ₦929,400.' */
function sumsAt({ line: row, difference }: Break, lines: readonly Line[], amount: number): string {
  const at = lines.findIndex(({ line }) => line === row)
  if (at < 0) return 'The bank shows a balance in this row, but no amount.'
  const balance = lines[at]?.balance
  if (balance === null || balance === undefined) return 'The bank shows no balance for this row.'
  const expected = sum([balance, -difference])
  const before = sum([expected, -amount])
  const neighbour = [lines[at - 1], lines.find(({ line }, place) => place > at && line !== row)].find(
    (each) => each?.balance === before,
  )
  const from = neighbour ? `Row ${neighbour.line} leaves` : 'Before this row there was'
  const { format } = BusinessDay
  return `${from} ${format(before)}, and ${signed(amount)} is ${format(expected)}. The bank says ${format(balance)}.`
}

/**
 * Returns the earlier row whose difference is the opposite of the difference of `found`. The balances from that row to
 * the row before `found` are all off by the same sum.
 */
function openedBy(found: Break, breaks: readonly Break[]): number | undefined {
  if (found.difference === 0) return undefined
  const at = breaks.indexOf(found)
  return breaks.slice(0, at).findLast(({ difference }) => difference === -found.difference)?.line
}

/** Adds up a row's lines: a charge in a separate column is a second line of the row. */
const amountAt = (lines: readonly Line[], row: number) =>
  sum(lines.flatMap(({ line, amount }) => (line === row ? amount : [])))

/** Returns '+ ₦12,000' or '− ₦1,200'. */
export const signed = (naira: number) => `${naira > 0 ? '+\u2009' : ''}${BusinessDay.format(naira)}`
