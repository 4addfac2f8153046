import type { Row } from '#domain/text/csv.ts'
import { readXml } from './read-xml.ts'

const isRow = (name: string) => name === 'tr' || name === 'row'
const isCell = (name: string) => name === 'td' || name === 'th' || name === 'cell'

const mostColspan = 50

/**
 * Returns the rows of all tables of a page, or of an XML spreadsheet of Excel 2003, from top to bottom. A cell that
 * covers several columns is followed by empty cells.
 */
export function htmlRows(html: string, mostRows: number): Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let covered = 0
  function endCell() {
    const text = cells.at(-1)
    if (text !== undefined) cells[cells.length - 1] = text.replace(/\s+/g, ' ').trim()
    for (; covered > 0; covered--) cells.push('')
  }
  function endRow() {
    endCell()
    if (cells.length > 0) rows.push({ row: rows.length + 1, cells })
    cells = []
  }
  let isInCell = false
  readXml(html, {
    isDone: () => rows.length >= mostRows,
    open: (name, attributes) => {
      if (isRow(name)) endRow()
      isInCell = isCell(name) || (isInCell && !isRow(name))
      if (name === 'br' && cells.length > 0) cells[cells.length - 1] += ' '
      if (!isCell(name)) return
      endCell()
      const column = Math.min(mostColspan, Number(attributes['ss:index']) || 0) - 1
      while (cells.length < column) cells.push('')
      cells.push('')
      const more = Number(attributes.colspan) - 1 || Number(attributes['ss:mergeacross']) || 0
      covered = Math.min(mostColspan, Math.max(0, more))
    },
    close: (name) => {
      if (isCell(name)) isInCell = false
      if (isRow(name)) endRow()
    },
    text: (text) => {
      if (isInCell && cells.length > 0) cells[cells.length - 1] += text
    },
  })
  endRow()
  return rows.slice(0, mostRows)
}
