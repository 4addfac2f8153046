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
  /** Null, as `closing` is, for a statement without balances, whose lines cannot be checked. */
  readonly opening: number | null
  readonly closing: number | null
  readonly in: number
  readonly out: number
  /** True if every row follows from the previous row, and the stated sums equal the sums of the rows. */
  readonly holds: boolean
  readonly breaks: readonly Break[]
  /** Rows that a person confirms one by one, because their balance does not follow from the row before. */
  readonly unproven: ReadonlySet<number>
}

/** Sums and balances that a statement states beside its lines, in kobo. */
export type Claims = {
  readonly opening?: number | undefined
  readonly closing?: number | undefined
  /** The rows of sums, with the values of their columns. */
  readonly totals?: readonly Total[] | undefined
  /** Balances on rows without money, such as the balance carried to the next page. */
  readonly balances?: readonly { readonly row: number; readonly balance: number }[] | undefined
  /** Rows whose amount is unreadable. */
  readonly unread?: readonly number[] | undefined
}

/** The values of a row of sums, in kobo. */
export type Total = {
  readonly row: number
  readonly credit: number | null
  readonly debit: number | null
  /** The closing balance, or the balance of a page. */
  readonly balance?: number | null
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
  const moved = sumsOf(lines)
  if (lines.every(({ balance }) => balance === null)) {
    return { opening: null, closing: null, ...moved, holds: false, breaks: [], unproven: new Set() }
  }
  const carried = (claims.balances ?? []).map((each): Step => ({ ...each, amount: 0, before: null }))
  const steps = [...stepsOf(lines), ...carried].toSorted((a, b) => a.row - b.row)
  const oldestFirst = isDescending(steps, lines, claims) ? steps.toReversed() : steps
  const { breaks, opening, closing } = follow(oldestFirst, claims)
  const unread = (claims.unread ?? []).map((line): Break => ({ line, problem: 'missing', difference: 0 }))
  const unproven = unprovenRows(oldestFirst, breaks)
  const found = [...breaks, ...unread, ...totalBreaks(lines, { opening, closing }, claims.totals)]
  return {
    opening,
    closing,
    ...moved,
    holds: found.length === 0,
    breaks: [...Map.groupBy(found, ({ line }) => line).values()]
      .flatMap(([first]) => first ?? [])
      .toSorted((a, b) => a.line - b.line),
    unproven: new Set(lines.map(({ line }) => line).filter((row) => unproven.has(row))),
  }
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

type Sums = { in: number; out: number }

function addTo(sums: Sums, amount: number) {
  sums[amount > 0 ? 'in' : 'out'] += Math.abs(amount)
}

function sumsOf(lines: readonly ProvenLine[]): Sums {
  const sums = { in: 0, out: 0 }
  for (const { amount } of lines) addTo(sums, amount)
  return sums
}

/** Returns true if the newest row comes first. Tries both directions; if both fit equally, the days decide. */
function isDescending(steps: readonly Step[], lines: readonly ProvenLine[], claims: Claims): boolean {
  const backwards = steps.toReversed()
  const [down, up] = [follow(backwards, claims).breaks.length, follow(steps, claims).breaks.length]
  if (down !== up) return down < up
  const moments = lines.flatMap(({ day, time }) => (day === null ? [] : [`${day} ${time ?? ''}`]))
  return (moments[0] ?? '') > (moments.at(-1) ?? '')
}

/**
 * Follows the balances from row to row. A row without a balance is added to the next row that has one. If the last rows
 * have no balance, the stated closing balance checks them; if the bank states no closing balance, these rows are
 * reported as breaks.
 */
function follow(steps: readonly Step[], claims: Claims) {
  const breaks: Break[] = []
  const passed = { in: 0, out: 0 }
  let known = claims.opening
  let opening = claims.opening
  let pending: Step[] = []
  steps.forEach((step, at) => {
    const { row, amount, before, balance } = step
    const between = sumOf(pending)
    const start = known === undefined && before !== null ? before - between : known
    if (start === undefined) opening = balance === null ? undefined : balance - between - amount
    else opening ??= start
    const own = before !== null && balance !== null && before + amount !== balance
    const jumped = start !== undefined && before !== null && start + between !== before
    if (balance === null) {
      if (jumped) breaks.push({ line: row, problem: 'missing', difference: before - start - between })
      pending.push(step)
      return
    }
    const expected = start === undefined ? (own ? before + amount : balance) : start + between + amount
    const difference = balance - expected
    if (difference !== 0 || own || jumped)
      breaks.push({ line: row, problem: problemOf(amount, difference, passed), difference })
    // Some banks write the balance only beside the last line of a day.
    const isUsual = () => steps.slice(at).some((each) => each.balance === null && each.amount !== 0)
    if (start === undefined && pending.length > 0 && !isUsual()) breaks.push(...unfollowed(pending, passed))
    for (const each of [...pending, step]) addTo(passed, each.amount)
    known = balance
    pending = []
  })
  // If only the balance before the first row would be negative, money is probably missing before that row.
  const isOverdrawn = claims.opening === undefined && (opening ?? 0) < 0
  const [first] = steps
  if (isOverdrawn && first && steps.every(({ balance, before }) => (balance ?? 0) >= 0 && before === null))
    breaks.unshift({ line: first.row, problem: 'missing', difference: opening ?? 0 })
  const closing = (known ?? 0) + sumOf(pending)
  const last = steps.at(-1)
  if (claims.closing === undefined) breaks.push(...unfollowed(pending, passed))
  else if (claims.closing !== closing && last)
    breaks.push({ line: last.row, problem: 'missing', difference: claims.closing - closing })
  return { breaks, opening: opening ?? 0, closing }
}

const sumOf = (all: readonly Pick<Step, 'amount'>[]) => all.reduce((sum, { amount }) => sum + amount, 0)

/** Returns a break for each row with money, because no later balance checks these rows. */
const unfollowed = (pending: readonly Step[], passed: Sums): Break[] =>
  pending.flatMap(({ row, amount }) =>
    amount === 0 ? [] : [{ line: row, problem: problemOf(amount, -amount, passed), difference: -amount }],
  )

function problemOf(amount: number, difference: number, passed: Sums): Break['problem'] {
  if (difference !== 0 && difference === -2 * amount) return 'sign'
  const isSum = [passed.in, passed.out, Math.abs(passed.in - passed.out)].includes(Math.abs(amount))
  return difference === -amount && isSum ? 'total-as-line' : 'missing'
}

/**
 * Checks the stated sums: of a page, of all rows so far, or of the file. Some banks add the opening balance to the
 * credits, and some leave the charges out of the debits.
 */
function totalBreaks(
  lines: readonly ProvenLine[],
  { opening, closing }: { readonly opening: number; readonly closing: number },
  totals: readonly Total[] = [],
): Break[] {
  const file = sumsOf(lines)
  const above = { in: 0, out: 0 }
  let at = 0
  return totals.flatMap(({ row, credit, debit, balance = null, charge }) => {
    const page = { in: 0, out: 0 }
    for (; (lines[at]?.line ?? row) < row; at++) {
      for (const sums of [page, above]) addTo(sums, lines[at]?.amount ?? 0)
    }
    const all = [file, above, page]
    const isCredit =
      credit === null || all.some((sums) => [sums.in, sums.in + opening, sums.in - sums.out].includes(credit))
    const isDebit =
      debit === null || all.some((sums) => [sums.out, sums.out - charge, sums.out - sums.in].includes(debit))
    const net = file.in - file.out
    const isBalance = balance === null || at < lines.length || [closing, net].includes(balance)
    if (isCredit && isDebit && isBalance) return []
    const bySum = isCredit ? file.out - (debit ?? 0) : (credit ?? 0) - file.in
    const difference = isCredit && isDebit ? (balance ?? 0) - closing : bySum
    return [{ line: row, problem: 'total' as const, difference }]
  })
}

/**
 * Returns the rows whose balance does not follow, and the rows between a difference and the difference that cancels it.
 */
function unprovenRows(steps: readonly Step[], breaks: readonly Break[]): ReadonlySet<number> {
  const byRow = new Map(breaks.map((each) => [each.line, each]))
  const begun = new Map<number, number[]>()
  const opened = steps.map(() => 0)
  steps.forEach(({ row }, at) => {
    const difference = byRow.get(row)?.difference
    if (difference === undefined) return
    const from = difference === 0 ? undefined : begun.get(-difference)?.pop()
    if (from === undefined) {
      const same = begun.get(difference)
      if (same) same.push(at)
      else begun.set(difference, [at])
    } else {
      opened[from] = (opened[from] ?? 0) + 1
      opened[at] = (opened[at] ?? 0) - 1
    }
  })
  let open = 0
  const single = new Set([...begun.values()].flat())
  return new Set(
    steps.flatMap(({ row }, at) => {
      open += opened[at] ?? 0
      return open > 0 || single.has(at) ? [row] : []
    }),
  )
}
