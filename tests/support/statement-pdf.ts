/** Left edges of a table's columns in points, on a landscape page. */
const lefts = [30, 100, 170, 430, 500, 570, 640, 710]
const pageRows = 30
const textSize = 8

type Text = { readonly x: number; readonly y: number; readonly text: string }

/** Places a text in its column. Amounts and their headings are right-aligned, as banks print them. */
function place(text: string, column: number, down: number): Text {
  const isAmount = column > 3
  return { x: (lefts[column] ?? 30) + (isAmount ? 60 - text.length * 4.4 : 0), y: 540 - down, text }
}

/**
 * Makes a PDF of a table, with the heading on every page. Texts must be Latin-1. `downOf` returns the distance of a row
 * from the first row of its page, in points.
 */
export function asPdf(
  [head = [], ...rows]: readonly (readonly string[])[],
  downOf = (row: number) => row * 14,
): Uint8Array {
  const pages = Array.from({ length: Math.ceil(rows.length / pageRows) }, (_, page) => [
    head,
    ...rows.slice(page * pageRows, (page + 1) * pageRows),
  ])
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
  const kids = pages.map((page) => {
    const texts = page.flatMap((cells, row) => cells.map((text, column) => place(text, column, downOf(row))))
    const content = texts
      .filter(({ text }) => text !== '')
      .map(({ x, y, text }) => `BT /F1 ${textSize} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`)
      .join('\n')
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
  return new Uint8Array(Buffer.from(text + table + trailer, 'latin1'))
}
