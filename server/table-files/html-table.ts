import type { Row } from '#domain/text/csv.ts'
import { readXml } from './read-xml.ts'

const mostColspan = 50

/**
 * Returns the rows of all tables of a page, from top to bottom. A cell that covers several columns is followed by empty
 * cells.
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
    open: (name, { colspan }) => {
      if (name === 'tr') endRow()
      isInCell = name === 'td' || name === 'th' || (isInCell && name !== 'tr')
      if (name === 'br' && cells.length > 0) cells[cells.length - 1] += ' '
      if (name !== 'td' && name !== 'th') return
      endCell()
      cells.push('')
      covered = Math.min(mostColspan, Math.max(1, Number(colspan) || 1)) - 1
    },
    close: (name) => {
      if (name === 'td' || name === 'th') isInCell = false
      if (name === 'tr') endRow()
    },
    text: (text) => {
      if (isInCell && cells.length > 0) cells[cells.length - 1] += text
    },
  })
  endRow()
  return rows.slice(0, mostRows)
}
