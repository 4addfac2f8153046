/** The largest table file in bytes: room for a statement of 10,000 lines. */
export const largestFile = 5 * 1024 * 1024

export type Row = {
  /** The row number of a spreadsheet, which counts empty rows too. */
  readonly row: number
  readonly cells: readonly string[]
  /** The cell whose quote is not closed. The row ends with its line, and the next line is read as a separate row. */
  readonly unclosed?: number
}

/** The longest cell, in characters. A longer quoted cell has a forgotten quote. */
const longestCell = 10_000

/** The most cells of a row. Spreadsheets write empty cells behind the last column. */
const mostCells = 1000

/** Returns an error for the first row beyond these limits, or undefined. */
export function faultOf(rows: readonly Row[]): string | undefined {
  for (const { row, cells } of rows) {
    if (cells.length > mostCells) return `Row ${row} of this file has ${cells.length} cells: ${mostCells} at most.`
    const long = cells.findIndex((cell) => cell.length > longestCell)
    if (long >= 0) {
      return `Row ${row}, column ${letter(long)} of this file has ${cells[long]?.length} characters: ${longestCell} at most.`
    }
  }
  return undefined
}

/**
 * Parses CSV from banks and spreadsheets: commas, semicolons, tabs or bars, doubled quotes, line breaks in quotes, any
 * line ending, an optional byte order mark. Leaves out rows without text, and rows beyond `mostRows`.
 */
export function read(text: string, mostRows = Number.POSITIVE_INFINITY): Row[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: Row[] = []
  let at = 0
  for (let row = 1; at < source.length && rows.length < mostRows; row++) {
    const { next, ...cut } = readRow(source, at, separator)
    at = next
    if (cut.unclosed !== undefined || cut.cells.some((each) => each.trim() !== '')) rows.push({ row, ...cut })
  }
  // Some programs put quotes around each whole line, so every row has one cell.
  const [first] = rows
  const isOneCell =
    first !== undefined && /[,;\t]/.test(first.cells[0] ?? '') && rows.every(({ cells }) => cells.length === 1)
  return isOneCell && source.startsWith('"') ? read(rows.map(({ cells }) => cells[0]).join('\n'), mostRows) : rows
}

/** Matches '="0123"', by which some programs keep a spreadsheet from dropping the zero. */
const fixedText = /^="([^"]*)"$/

function readRow(source: string, from: number, separator: string): Omit<Row, 'row'> & { readonly next: number } {
  const cells: string[] = []
  let unclosed: number | undefined
  let at = from
  for (;;) {
    const begin = afterSpaces(source, at)
    const start = source.startsWith('="', begin) ? begin + 1 : begin
    const quoted = source[start] === '"' ? readQuoted(source, start, separator) : undefined
    if (source[start] === '"' && !quoted) unclosed ??= cells.length
    const begins = quoted ? quoted.next : at
    const ends = endOfCell(source, begins, separator)
    const text = (quoted?.text ?? '') + source.slice(begins, ends)
    cells.push(fixedText.exec(text)?.[1] ?? text)
    at = ends
    if (source[at] !== separator) break
    at++
  }
  at += source.startsWith('\r\n', at) ? 2 : 1
  return { cells, next: at, ...(unclosed !== undefined && { unclosed }) }
}

/**
 * Returns the text of the quotes that begin at `start`, and the position behind them. Undefined if the quote is not
 * closed.
 */
function readQuoted(source: string, start: number, separator: string): { text: string; next: number } | undefined {
  let text = ''
  for (let at = start + 1; at < source.length && at - start <= longestCell; at++) {
    if (source[at] !== '"') text += source[at]
    else if (source[at + 1] === '"') text += source[at++]
    else {
      const after = afterSpaces(source, at + 1)
      const isEnd = after >= source.length || /[\r\n]/.test(source[after] ?? '') || source[after] === separator
      // If the text runs into a later line and the quote found there ends no cell, that quote opens another cell. The
      // quote of this cell is then not closed.
      if (!isEnd && /[\r\n]/.test(text)) return undefined
      return { text, next: isEnd ? after : at + 1 }
    }
  }
  return undefined
}

function afterSpaces(source: string, from: number): number {
  let at = from
  while (source[at] === ' ') at++
  return at
}

function endOfCell(source: string, from: number, separator: string): number {
  let at = from
  while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r') at++
  return at
}

/**
 * Guesses the separator: the first of ';', tab and '|' that is more frequent than the comma in the first lines;
 * otherwise the comma. More than one line is read, because an address above the heading may contain commas.
 */
function separatorOf(source: string): string {
  const beginning = source.slice(0, 4000).replace(/"[^"]*"/g, '')
  const count = (sign: string) => beginning.split(sign).length
  return [';', '\t', '|'].find((sign) => count(sign) > count(',')) ?? ','
}

/** Text that a spreadsheet would take for a formula, with or without leading apostrophes. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

/**
 * Returns CSV that Excel, LibreOffice and Google Sheets read: UTF-8 with a byte order mark, commas, Windows line
 * endings.
 */
export function write(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : guarded(value)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Puts an apostrophe before text that would be a formula. `unguarded` removes it again. */
const guarded = (text: string) => (formula.test(text) ? `'${text}` : text)

export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)

/** Returns a column's letter, counted from 0: 'C' for 2. */
export const letter = (column: number): string =>
  (column < 26 ? '' : letter(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
