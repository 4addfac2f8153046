import type { Row } from '../../text/csv.ts'
import { shown } from '../../text/words.ts'
import { type Amount, AmountReader, koboIn, signByBalance } from './statement-amounts.ts'
import { cellOf, isNothing, narrationOf, sessionOf, textOf } from './statement-cells.ts'
import { type Stated, statedIn } from './statement-claims.ts'
import { sampled, type Table } from './statement-columns.ts'
import { dayReader, latestIn, writtenTime } from './statement-days.ts'
import { type Field, foldHeading } from './statement-heading.ts'
import { isFailed, kindOf, summaryOf } from './statement-kinds.ts'
import { identify, longest, type SetAside, type StatementLine } from './statement-line.ts'
import type { Claims, Total } from './statement-proof.ts'
import { firstName, senderIn } from './statement-senders.ts'

/** Text in the footer of a page, which belongs to no line. */
const foot =
  /^(?:page\b|generated|printed|disclaimer|note\b|notice|thank|this (?:is|statement|document)|end of|\*|for (?:enquir|more|support|complaint)|please|if you|powered|computer|signature|statement|date\b|copyright|©|your (?:deposit|account|bank)|(?:call|contact|visit) |tel\b|customer care|head office)/i

/** A line before its amount is signed and its text is complete. `facts` decide the kind of the line. */
type ReadLine = Omit<StatementLine, 'identity' | 'kind'> & {
  readonly facts: Pick<Parameters<typeof kindOf>[0], 'reference' | 'category' | 'isFailed' | 'isCharge'>
}

/** A balance on a row without money. `after` is the number of lines above it. */
type StatedBalance = {
  readonly row: number
  readonly summary?: 'opening' | 'closing'
  readonly balance: number
  readonly after: number
}

/** Reads the rows of a file by its columns. */
export class RowReader {
  readonly #table: Table
  readonly #day: ReturnType<typeof dayReader>
  readonly #lines: ReadLine[] = []
  readonly #setAside: SetAside[] = []
  readonly #unread: string[] = []
  readonly #headings: readonly string[]
  readonly #amounts: AmountReader
  readonly #balances: StatedBalance[] = []
  readonly #totals: Total[] = []
  readonly #unreadRows: number[] = []
  /** The number of the last row that was read, if the next row may continue its line; otherwise 0. */
  #continued = 0
  /** The day of the last row that has one, as the bank writes it. */
  #dayAbove = ''
  /** A row with a day and a text. The row below it may have the amount, as in a narrow column of a PDF. */
  #begun: { row: number; text: string; readonly aside: SetAside } | undefined

  constructor(table: Table, today: string | undefined) {
    this.#table = table
    const { rows, columns, head } = table
    this.#day = dayReader(
      rows.map((row) => this.#cell(row, 'day')),
      today && latestDay(table, today),
    )
    // In a file without a heading, the head is the first line, so its cells are no headings.
    this.#headings = rows[0]?.row === head.row ? [] : head.cells.map(foldHeading)
    this.#amounts = new AmountReader(rows, columns)
    for (const stated of statedIn(table.above)) this.#claim(stated)
  }

  read() {
    for (const [at, row] of this.#table.rows.entries()) this.#readRow(row, this.#table.rows[at + 1])
    const isAtEdge = ({ summary, after }: StatedBalance) =>
      summary !== undefined && (after === 0 || after === this.#lines.length)
    const edge = (wanted: 'opening' | 'closing') =>
      this.#balances.find((each) => each.summary === wanted && isAtEdge(each))?.balance
    const claims: Claims = {
      opening: edge('opening'),
      closing: edge('closing'),
      totals: this.#totals,
      balances: this.#balances.filter((each) => !isAtEdge(each)),
      unread: this.#unreadRows,
    }
    const signed = this.#amounts.isUnsigned ? signByBalance(this.#lines, claims.opening) : this.#lines
    const lines = identify(signed.map((line) => this.#finished(line)))
    return { lines, setAside: this.#setAside, unread: this.#unread, claims }
  }

  #finished({ facts, ...line }: ReadLine): Omit<StatementLine, 'identity'> {
    const { amount, narration } = line
    const named = /[/|]/.test(line.sender) ? firstName(line.sender) : ''
    const sender = named || line.sender || (amount > 0 ? senderIn(narration) : '') || narration || 'Not named'
    const kind = kindOf({ ...facts, amount, narration, layout: this.#table.layout })
    return { ...line, sender: sender.slice(0, longest.sender), kind }
  }

  #claim({ row, of, amount }: Stated) {
    if (of === 'credit' || of === 'debit')
      this.#totals.push({ row, credit: null, debit: null, charge: 0, [of]: Math.abs(amount) })
    else this.#balances.push({ row, summary: of, balance: amount, after: this.#lines.length })
  }

  /** Records the balance of a row that is not a line, because this balance must follow from the lines above. */
  #carry(row: Row) {
    const balance = this.#kobo(row, 'balance')
    if (balance !== null) this.#balances.push({ row: row.row, balance, after: this.#lines.length })
  }

  #readRow(row: Row, next: Row | undefined) {
    if (this.#isHeadingAgain(row)) return
    const day = this.#day(this.#cell(row, 'day'))
    const summary = this.#summaryIn(row, day !== undefined)
    if (summary) return this.#setSummaryAside(row, next, summary)
    const amount = this.#amounts.read(row)
    if (typeof amount === 'string') {
      this.#continued = 0
      // In a file with days, a row without a day and with words in place of its amount is the foot of a page.
      const written = (['amount', 'credit', 'debit'] as const).map((field) => this.#cell(row, field)).join(' ')
      const isFoot = !day && this.#table.columns.day !== undefined && (/\p{L}{2}/u.test(written) || !/\d/.test(written))
      if (!isFoot) {
        this.#unread.push(`Row ${row.row}: ${amount}`)
        this.#unreadRows.push(row.row)
      }
      return
    }
    if (amount === undefined) return this.#readWithoutAmount(row, day !== undefined)
    if (!day && this.#isNumbersOnly(row)) return this.#setAsideRow(row, 'total')
    this.#addLine(row, amount)
    this.#continued = row.row
    this.#dayAbove = this.#cell(row, 'day') || this.#dayAbove
  }

  #isHeadingAgain({ cells }: Row): boolean {
    const headings = this.#headings
    return headings.length > 0 && cells.every((cell, column) => foldHeading(cell) === (headings[column] ?? ''))
  }

  /** Joins a row of text to the line above. A row with a day is set aside instead. */
  #readWithoutAmount(row: Row, hasDay: boolean) {
    const filled = row.cells.flatMap((cell, column) => (isNothing(cell.trim()) ? [] : [column]))
    const { day, time, narration, memo, sender, reference, session } = this.#table.columns
    const isText = filled.every((column) => [day, time, narration, memo, sender, reference, session].includes(column))
    const text = this.#narrationOf(row)
    const last = this.#lines.at(-1)
    const isNext = row.row === this.#continued + 1
    const more = this.#cell(row, 'day')
    // A narrow column wraps the year or the time to the row below the day.
    const moment = more === '' ? undefined : this.#day(`${this.#dayAbove} ${more}`)
    if (!hasDay && (more === '' || moment) && isText && isNext && last && !foot.test(text)) {
      this.#continued = row.row
      const joined = this.#withMore(last, row, text)
      this.#lines[this.#lines.length - 1] = moment ? { ...joined, ...moment, time: moment.time ?? last.time } : joined
      return
    }
    this.#continued = 0
    if (!hasDay) {
      if (isText && this.#begun?.row === row.row - 1) {
        this.#begun.row = row.row
        this.#begun.text += ` ${text}`
      }
      return
    }
    this.#carry(row)
    this.#dayAbove = more
    const aside: SetAside = { row: row.row, reason: 'no-money', text: shown(text) }
    this.#setAside.push(aside)
    if (isText) this.#begun = { row: row.row, text, aside }
  }

  /** Returns the text of the row above if that row begins this row's line, with its day and no amount; otherwise ''. */
  #textAbove(row: Row): string {
    const begun = this.#begun
    if (begun?.row !== row.row - 1 || this.#cell(row, 'day') !== '') return ''
    this.#setAside.splice(this.#setAside.indexOf(begun.aside), 1)
    return begun.text
  }

  #withMore(last: ReadLine, row: Row, text: string): ReadLine {
    const narration = `${last.narration} ${text}`.trim().slice(0, longest.narration)
    const sender = `${last.sender} ${this.#textIn(row, 'sender')}`.trim()
    return { ...last, narration, sender, sessionId: last.sessionId || this.#sessionOf(row, narration) }
  }

  #summaryIn(row: Row, hasDay: boolean) {
    const text = row.cells.find((cell) => /\p{L}/u.test(cell)) ?? ''
    return summaryOf(this.#narrationOf(row), hasDay) ?? summaryOf(text, hasDay)
  }

  /** Returns true for a row of sums without a word, in a file whose lines have a day. */
  #isNumbersOnly({ cells }: Row): boolean {
    const text = cells.join(' ')
    return this.#table.columns.day !== undefined && /\d/.test(text) && !/\p{L}/u.test(text)
  }

  #setAsideRow({ row, cells }: Row, reason: SetAside['reason']) {
    this.#continued = 0
    this.#setAside.push({ row, reason, text: shown(cells.filter((cell) => cell.trim() !== '').join(' ')) })
  }

  #setSummaryAside(row: Row, next: Row | undefined, reason: 'total' | 'opening' | 'closing') {
    this.#setAsideRow(row, reason)
    const [credit, debit, balance] = [this.#kobo(row, 'credit'), this.#kobo(row, 'debit'), this.#kobo(row, 'balance')]
    const of = reason
    const amount = balance ?? credit ?? debit ?? this.#kobo(row, 'amount')
    if (of !== 'total' && amount !== null) return this.#claim({ row: row.row, of, amount })
    if (of !== 'total' || (credit === null && debit === null)) {
      for (const stated of statedIn(next ? [row, next] : [row])) if (stated.row === row.row) this.#claim(stated)
      return
    }
    const charge = Math.abs(this.#kobo(row, 'charge') ?? 0)
    this.#totals.push({ row: row.row, credit, debit: debit === null ? null : Math.abs(debit), balance, charge })
  }

  #addLine(row: Row, { amount, charge }: Amount) {
    const narration = `${this.#textAbove(row)} ${this.#narrationOf(row)}`.trim().slice(0, longest.narration)
    const [before, balance] = [this.#kobo(row, 'before'), this.#kobo(row, 'balance')]
    // Some banks write a day only beside the first of its lines.
    const above = this.#cell(row, 'day') === '' ? this.#day(this.#dayAbove)?.day : undefined
    const moment = this.#day(this.#cell(row, 'day')) ?? (above === undefined ? undefined : { day: above, time: null })
    const facts = {
      reference: this.#cell(row, 'reference'),
      category: this.#cell(row, 'category'),
      isFailed: isFailed(row, this.#table.columns),
      isCharge: false,
    }
    const line: ReadLine = {
      line: row.row,
      day: moment?.day ?? null,
      time: moment?.time ?? writtenTime(this.#cell(row, 'time')),
      amount: facts.isFailed ? 0 : amount,
      before,
      balance,
      narration,
      sender: this.#textIn(row, 'sender'),
      sessionId: this.#sessionOf(row, narration),
      facts,
    }
    this.#lines.push(line)
    if (charge !== 0 && !facts.isFailed)
      this.#lines.push({ ...line, amount: -charge, sessionId: '', facts: { ...facts, isCharge: true } })
  }

  #kobo(row: Row, field: Field): number | null {
    return koboIn(this.#cell(row, field)) ?? null
  }

  #narrationOf(row: Row): string {
    return narrationOf(row, this.#table.columns)
  }

  #sessionOf(row: Row, narration: string): string {
    return sessionOf(row, this.#table.columns, narration)
  }

  #cell(row: Row, field: Field): string {
    return cellOf(row, this.#table.columns, field)
  }

  #textIn(row: Row, field: Field): string {
    return textOf(row, this.#table.columns, field)
  }
}

/** Returns the latest day that the file names, above its heading or in any of its cells. */
function latestDay({ above, rows }: Table, today: string): string {
  const cells = rows.slice(0, sampled).flatMap((row) => row.cells.filter((cell) => cell.length < 30))
  const period = latestIn(
    above.map(({ cells }) => cells.join(' ')),
    today,
  )
  return period ?? latestIn(cells, today) ?? today
}
