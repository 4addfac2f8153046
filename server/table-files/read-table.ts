import * as Csv from '#domain/text/csv.ts'
import { fileText } from './file-text.ts'
import { Unreadable } from './unreadable.ts'

/**
 * Returns the rows of a table file: CSV with commas, tabs or semicolons in any encoding, XLSX, HTML, or PDF with text.
 * Returns at most one row more than `mostRows`, so a caller can tell that there are more. Throws Unreadable with a
 * sentence.
 */
export async function readTable(bytes: Uint8Array, mostRows: number): Promise<Csv.Row[]> {
  const rows = await rowsOf(bytes, mostRows + 1)
  const fault = Csv.faultOf(rows)
  if (fault !== undefined) throw new Unreadable(fault)
  return rows
}

async function rowsOf(bytes: Uint8Array, mostRows: number): Promise<Csv.Row[]> {
  // Libraries are imported only for files that need them.
  if (begins(bytes, [0x50, 0x4b, 0x03, 0x04])) return (await import('./workbook.ts')).workbookRows(bytes, mostRows)
  if (isPdf(bytes)) return (await import('./pdf.ts')).pdfRows(bytes, mostRows)
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new Unreadable(
      'This is a workbook of an old Excel (.xls), or one with a password. Open it in Excel or Google Sheets, choose Save as or Download, then Excel workbook (.xlsx) or CSV, and choose the new file here.',
    )
  }
  const text = fileText(bytes)
  if (isBinary(text)) {
    throw new Unreadable(
      'This is a picture or the file of another program, and no table. Choose the file that the bank gives as CSV, Excel or PDF.',
    )
  }
  if (isHtml(text)) return (await import('./html-table.ts')).htmlRows(text, mostRows)
  return Csv.read(text, mostRows)
}

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

export const isPdf = (bytes: Uint8Array) => begins(bytes, [0x25, 0x50, 0x44, 0x46])

const isBinary = (text: string) => text.slice(0, 2000).includes('\u0000')

/** Returns true for an HTML page with a table, or Excel's XML, which some banks offer as an Excel file. */
const isHtml = (text: string) => /^\s*<[^>]+>/.test(text.slice(0, 1000)) && /<(?:\w+:)?(?:tr|row)[\s>]/i.test(text)
