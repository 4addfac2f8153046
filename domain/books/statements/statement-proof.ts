import type { StatementLine } from './statement-line.ts'

/** The fault of a row whose balance does not follow from the row before. */
export type Break = {
  readonly line: number
  /**
   * 'sign': the amount has the wrong sign. 'missing': money is missing before the row. 'total-as-line': the row repeats
   * the sum of the rows before. 'total': the sums that the bank states differ.
   */
  readonly problem: 'sign' | 'missing' | 'total-as-line' | 'total'
  /**
   * The bank's balance minus the balance that follows from the rows: kobo in a proof, naira in requests and responses.
   */
  readonly difference: number
}

/** The result of checking a statement's lines by its balances and sums. All amounts are kobo. */
export type Proof = {
  /** Null, like `closing`, for a statement without balances. Its lines have no proof. */
  readonly opening: number | null
  readonly closing: number | null
  readonly in: number
  readonly out: number
  /** True if every row follows from the previous row, and the stated sums equal the sums of the rows. */
  readonly holds: boolean
  readonly breaks: readonly Break[]
  /** Rows that a person confirms one by one, because their balance does not follow. */
  readonly unproven: ReadonlySet<number>
}

/** Sums and balances that a statement states beside its lines, in kobo. */
export type Claims = {
  readonly opening?: number | undefined
  readonly closing?: number | undefined
  /** The rows of sums, with the values of their columns. */
  readonly totals?: readonly Total[] | undefined
}

/** The values of a row of sums, in kobo. */
export type Total = {
  readonly row: number
  readonly credit: number | null
  readonly debit: number | null
  /** The sum of the charges, which some banks leave out of the debits. */
  readonly charge: number
}

/** A row with all its lines; a charge in a separate column is a second line. */
type Step = {
  readonly row: number
  readonly amount: number
  readonly before: number | null
  readonly balance: number | null
}

/** The fields of a line that a proof uses. */
type ProvenLine = Pick<StatementLine, 'line' | 'day' | 'time' | 'amount' | 'before' | 'balance'>

/** Checks that each balance follows from the row before, whether the oldest or the newest row comes first. */
export function prove(lines: readonly ProvenLine[], claims: Claims = {}): Proof {
  const steps = stepsOf(lines)
  const moved = sumsOf(lines)
  const hasBalances = steps.some(({ balance }) => balance !== null)
  if (!hasBalances) {
    return { opening: null, closing: null, ...moved, holds: false, breaks: [], unproven: new Set() }
  }
  const oldestFirst = isDescending(steps, lines, claims) ? steps.toReversed() : steps
  const { breaks, opening, closing, last } = follow(oldestFirst, claims.opening)
  if (claims.closing !== undefined && claims.closing !== closing && last !== undefined) {
    breaks.push({ line: last, problem: 'missing', difference: claims.closing - closing })
  }
  const total = totalBreak(moved, opening, claims.totals)
  const inFile = (total ? [...breaks, total] : breaks).toSorted((a, b) => a.line - b.line)
  const unproven = unprovenRows(oldestFirst, breaks)
  return { opening, closing, ...moved, holds: inFile.length === 0, breaks: inFile, unproven }
}

function stepsOf(lines: readonly ProvenLine[]): Step[] {
  return [...Map.groupBy(lines, ({ line }) => line)].map(
    ([row, all]): Step => ({
      row,
      amount: all.reduce((sum, { amount }) => sum + amount, 0),
      before: all[0]?.before ?? null,
      balance: all[0]?.balance ?? null,
    }),
  )
}

function sumsOf(lines: readonly ProvenLine[]): { in: number; out: number } {
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
  const amounts = lines.map(({ amount }) => amount)
  return { in: sum(amounts.filter((amount) => amount > 0)), out: -sum(amounts.filter((amount) => amount < 0)) }
}

/** Returns true if the newest row comes first. Tries both directions; if both fit equally, the days decide. */
function isDescending(steps: readonly Step[], lines: readonly ProvenLine[], { opening }: Claims): boolean {
  const backwards = steps.toReversed()
  const [down, up] = [follow(backwards, opening).breaks.length, follow(steps, opening).breaks.length]
  if (down !== up) return down < up
  const moments = lines.flatMap(({ day, time }) => (day === null ? [] : [`${day} ${time ?? ''}`]))
  return (moments[0] ?? '') > (moments.at(-1) ?? '')
}

/** Follows the balances from row to row. A row without a balance is added to the next row that has one. */
function follow(steps: readonly Step[], claimed: number | undefined) {
  const breaks: Break[] = []
  let known = claimed
  let opening = claimed
  let between = 0
  let passed = 0
  let last: number | undefined
  for (const step of steps) {
    const { row, amount, balance } = step
    const start = known === undefined && step.before !== null ? step.before - between : known
    between += amount
    last = row
    if (start === undefined) opening = balance === null ? undefined : balance - between
    else if (opening === undefined) opening = start
    const own = step.before !== null && balance !== null && step.before + amount !== balance
    const jumped = start !== undefined && step.before !== null && start + between - amount !== step.before
    const expected = start === undefined ? undefined : start + between
    if (balance === null) {
      if (jumped) breaks.push({ line: row, problem: 'missing', difference: step.before - start - between + amount })
      continue
    }
    const difference = expected === undefined ? (own ? balance - amount - (step.before ?? 0) : 0) : balance - expected
    if (difference !== 0 || own || jumped)
      breaks.push({ line: row, problem: problemOf(amount, difference, passed), difference })
    passed += amount
    known = balance
    between = 0
  }
  return { breaks, opening: opening ?? 0, closing: (known ?? 0) + between, last }
}

function problemOf(amount: number, difference: number, passed: number): Break['problem'] {
  if (difference !== 0 && difference === -2 * amount) return 'sign'
  return difference === -amount && Math.abs(amount) === Math.abs(passed) ? 'total-as-line' : 'missing'
}

/**
 * Checks the stated sums. Banks state them at the end or for each page, and some add the opening balance to the
 * credits.
 */
function totalBreak(
  moved: { in: number; out: number },
  opening: number,
  totals: readonly Total[] = [],
): Break | undefined {
  const last = totals.at(-1)
  if (!last) return undefined
  const pages = (field: 'credit' | 'debit') => totals.reduce((sum, total) => sum + (total[field] ?? 0), 0)
  const isCredit = [null, moved.in, moved.in + opening].includes(last.credit) || pages('credit') === moved.in
  const isDebit = [null, moved.out, moved.out - last.charge].includes(last.debit) || pages('debit') === moved.out
  if (isCredit && isDebit) return undefined
  const difference = isCredit ? moved.out - (last.debit ?? 0) : (last.credit ?? 0) - moved.in
  return { line: last.row, problem: 'total', difference }
}

/** Returns the rows whose balance does not follow, and all rows from a difference to the row where it disappears. */
function unprovenRows(steps: readonly Step[], breaks: readonly Break[]): ReadonlySet<number> {
  const byRow = new Map(breaks.map((each) => [each.line, each]))
  const unproven = new Set<number>()
  const open: { readonly at: number; readonly difference: number }[] = []
  steps.forEach(({ row }, at) => {
    const found = byRow.get(row)
    if (!found) return
    const begun = open.findLastIndex(({ difference }) => difference === -found.difference && difference !== 0)
    if (begun < 0) {
      unproven.add(row)
      open.push({ at, difference: found.difference })
      return
    }
    for (const step of steps.slice(open[begun]?.at, at)) unproven.add(step.row)
    open.splice(begun, 1)
  })
  return unproven
}
