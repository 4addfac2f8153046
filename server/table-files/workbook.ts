import { Unzip, UnzipInflate } from 'fflate'
import type { Row } from '#domain/text/csv.ts'
import { readXml } from './read-xml.ts'
import { Unreadable } from './unreadable.ts'

/** The largest unpacked size of a workbook's sheets and texts, against zip bombs. */
const maxUnpackedBytes = 48 * 1024 * 1024

const mostColumns = 1000

/** Returns the rows of the sheet with the most rows. Ignores formats, formulas and other parts of a workbook. */
export function workbookRows(bytes: Uint8Array, mostRows: number): Row[] {
  const parts = unpack(bytes)
  const texts = parts.get('xl/sharedstrings.xml')
  const strings = texts === undefined ? [] : sharedStrings(texts)
  const sheets = [...parts].filter(([name]) => name.includes('worksheets/'))
  if (sheets.length === 0)
    throw new Unreadable('This file holds no sheet. Save it as .xlsx or CSV, and choose that file.')
  return sheets
    .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([, xml]) => sheetRows(xml, strings, mostRows))
    .reduce((most, rows) => (rows.length > most.length ? rows : most))
}

/** Returns the XML of the sheets and their shared texts, by lower-case name. */
function unpack(bytes: Uint8Array): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  let size = 0
  const unzip = new Unzip((file) => {
    const name = file.name.toLowerCase().replaceAll('\\', '/')
    if (!/(?:^|\/)(?:worksheets\/[^/]+\.xml|sharedstrings\.xml)$/.test(name)) return
    const decoder = new TextDecoder()
    let text = ''
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      size += chunk.length
      if (size > maxUnpackedBytes) throw new Unreadable('This workbook is too large. Choose a shorter time.')
      text += decoder.decode(chunk, { stream: !isLast })
      if (isLast) parts.set(name, text)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += 16_384) {
      unzip.push(bytes.subarray(at, at + 16_384), at + 16_384 >= bytes.length)
    }
  } catch (error) {
    throw error instanceof Unreadable
      ? error
      : new Unreadable('This workbook is damaged. Download it again, or save it as CSV.')
  }
  return parts
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let isText = false
  let isPhonetic = false
  readXml(xml, {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 'rph') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    close: (name) => {
      if (name === 'rph') isPhonetic = false
      isText = false
    },
    text: (text) => {
      if (isText) strings[strings.length - 1] += text
    },
  })
  return strings
}

function sheetRows(xml: string, strings: readonly string[], mostRows: number): Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let [row, column, type, written, isRead] = [0, 0, '', '', false]
  readXml(xml, {
    isDone: () => rows.length >= mostRows,
    open: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.r) || row + 1
        cells = []
        column = 0
      } else if (name === 'c') {
        column = columnOf(attributes.r) ?? column
        type = attributes.t ?? 'n'
        written = ''
      }
      isRead = name === 'v' || name === 't'
    },
    close: (name) => {
      isRead = false
      if (name === 'c') {
        if (column < mostColumns) cells[column] = cellText(written, type, strings)
        column++
      } else if (name === 'row' && rows.length < mostRows) {
        const filled = Array.from(cells, (cell) => cell ?? '')
        if (filled.some((cell) => cell.trim() !== '')) rows.push({ row, cells: filled })
      }
    },
    text: (text) => {
      if (isRead) written += text
    },
  })
  return rows
}

/** Returns the column of a cell reference: 0 for 'A1', 27 for 'AB7'. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0].toUpperCase()
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(written: string, type: string, strings: readonly string[]): string {
  switch (type) {
    case 's':
      return strings[Number(written)] ?? ''
    case 'b':
      return written === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    case 'n':
      return numberOf(written.trim())
    default:
      return written
  }
}

/** Returns a number as people write it. Spreadsheets store 8765.12 as 8765.120000000001, days as 46346.295138888891. */
function numberOf(written: string): string {
  const number = Number(written)
  if (written === '' || !Number.isFinite(number) || Math.abs(number) >= 1e15) return written
  const rounded = Math.round(number * 100) / 100
  return String(Math.abs(number - rounded) < 1e-6 ? rounded : number)
}
