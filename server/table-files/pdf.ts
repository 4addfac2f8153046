import { getDocumentProxy } from 'unpdf'
import type { Row } from '#domain/text/csv.ts'
import { Unreadable } from './unreadable.ts'

const mostPages = 300

/** The narrowest gap between two columns, in points. */
const leastGap = 3

/** A text on a page. All measures are points, from the left and from the top of the first page. */
type Piece = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly height: number
}

/** Returns the lines of a PDF as rows. A text's position decides its column. Throws Unreadable with a sentence. */
export async function pdfRows(bytes: Uint8Array, mostRows: number): Promise<Row[]> {
  const lines = linesOf(await piecesOf(bytes))
  if (lines.length === 0) {
    throw new Unreadable(
      'This PDF holds pictures and no text. Choose the statement that the bank gives as CSV or Excel file.',
    )
  }
  const columns = columnsOf(lines)
  return lines
    .slice(0, mostRows * 2)
    .reduce(intoBlocks, [])
    .flatMap((block) => rowsOfBlock(block.map((line) => cellsOf(line, columns))))
    .slice(0, mostRows)
    .map((cells, at) => ({ row: at + 1, cells }))
}

/** The widest distance between two lines of one cell, in heights of the text. */
const mostLeading = 1.4

/** Adds a line to the last block, or begins a block if the line is too far below to continue a cell of the last one. */
function intoBlocks(blocks: Piece[][][], line: Piece[]): Piece[][][] {
  const block = blocks.at(-1)
  const [above] = block?.at(-1) ?? []
  const [first] = line
  const isClose = above && first && first.y - above.y < mostLeading * Math.max(above.height, first.height)
  if (block && isClose) block.push(line)
  else blocks.push([line])
  return blocks
}

/** Returns the rows of a block. If only one line has more than two filled cells, the other lines continue its cells. */
function rowsOfBlock(lines: string[][]): string[][] {
  const filled = lines.map((cells) => cells.filter((cell) => cell !== '').length)
  const isOneRow = filled.filter((count) => count > 2).length === 1
  if (!isOneRow) return lines
  const cells = (lines[0] ?? []).map((_, column) =>
    lines
      .map((line) => line[column] ?? '')
      .filter((cell) => cell !== '')
      .join(' '),
  )
  return [cells]
}

async function piecesOf(bytes: Uint8Array): Promise<Piece[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes)).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new Unreadable(
      isLocked
        ? 'This PDF has a password. Save it without one, or choose the CSV or Excel file.'
        : 'This PDF is damaged. Download it again, or choose the CSV or Excel file.',
    )
  })
  if (document.numPages > mostPages)
    throw new Unreadable(`This PDF has ${document.numPages} pages: ${mostPages} at most.`)
  const pieces: Piece[] = []
  let top = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { height: pageHeight } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , , , left = 0, bottom = 0] = item.transform as number[]
      const y = top + pageHeight - bottom
      pieces.push({ text: item.str, left, right: left + item.width, y, height: item.height || 8 })
    }
    top += pageHeight
  }
  return pieces
}

/** Groups the pieces into lines from top to bottom, with each line's pieces from left to right. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1)
    const [first] = line ?? []
    if (line && first && piece.y - first.y < first.height * 0.5) line.push(piece)
    else lines.push([piece])
  }
  return lines.map((line) => line.toSorted((a, b) => a.left - b.left))
}

type Span = { readonly left: number; readonly right: number }

const gapBetween = (one: Span, other: Span) => Math.max(one.left - other.right, other.left - one.right, 0)

function nearest(spans: readonly Span[], to: Span): number {
  return spans.reduce((best, span, at) => (gapBetween(span, to) < gapBetween(spans[best] ?? span, to) ? at : best), 0)
}

/** Returns the positions of the columns, separated by gaps that all lines with several texts leave empty. */
function columnsOf(lines: readonly (readonly Piece[])[]): Span[] {
  const most = Math.max(...lines.map((line) => line.length))
  const spans = joined(lines.filter((line) => line.length >= Math.min(4, most)).flat())
  const heading = headingOf(lines)
  // Right-aligned amounts may leave a gap between themselves and their heading, so a span without a heading is joined
  // to the nearest span with one.
  const columns = spans.filter((span) => heading.some((piece) => gapBetween(piece, span) === 0))
  if (columns.length < 3) return spans
  const byColumn = Map.groupBy(spans, (span) => nearest(columns, span))
  return [...byColumn].toSorted(([a], [b]) => a - b).flatMap(([, parts]) => joined(parts, Number.POSITIVE_INFINITY))
}

/** Returns the heading: the line without digits that has the most texts. */
function headingOf(lines: readonly (readonly Piece[])[]): readonly Piece[] {
  const words = lines.filter((line) => line.every(({ text }) => !/\d/.test(text)))
  return words.reduce<readonly Piece[]>((best, line) => (line.length > best.length ? line : best), [])
}

/** Returns the spans that pieces cover, joined across gaps narrower than `gap`. */
function joined(pieces: readonly Span[], gap = leastGap): Span[] {
  const spans: { left: number; right: number }[] = []
  for (const { left, right } of pieces.toSorted((a, b) => a.left - b.left)) {
    const last = spans.at(-1)
    if (last && left < last.right + gap) last.right = Math.max(last.right, right)
    else spans.push({ left, right })
  }
  return spans
}

function cellsOf(line: readonly Piece[], columns: readonly Span[]): string[] {
  const cells = columns.map(() => '')
  for (const { text, left, right } of line) {
    const middle = (left + right) / 2
    const column = nearest(columns, { left: middle, right: middle })
    cells[column] = `${cells[column]} ${text}`.trim()
  }
  return cells
}
