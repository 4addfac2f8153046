import { useId, useState } from 'react'
import type { Figures } from '#contract/books/figures.ts'
import { shortDate } from '#domain/books/days.ts'
import { type TableName, tables, timeLimits } from '#domain/books/figures.ts'
import { Bars, Columns, hourLabels, naira, plain } from '#web/office/frame/charts.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'

const minutes = (number: number) => `${plain(number)} min`

/** The tables whose rows have a natural sequence, such as weekdays. The rows of all other tables are sorted by size. */
const inOrder: readonly TableName[] = ['day', 'weekday', 'hour', 'waiting', 'cooking', 'riding']

export function FiguresCard({ name, figures }: { name: TableName; figures: Figures }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { title, key, count, ...more } = tables[name]
  const amount = 'amount' in more ? more.amount : undefined
  const note = 'note' in more ? more.note : undefined
  const lines = figures.tables[name]
  const { from, to } = figures.range
  const isEmpty = lines.every((line) => line.count + line.countBefore === 0)
  const measure = amount ? 'amount' : 'count'
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-3 rounded-card bg-raise p-4 shadow-card sm:p-5"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {isEmpty ? (
        <p className="text-soft">None in these days, nor in the days before.</p>
      ) : (
        <>
          {inOrder.includes(name) ? (
            <Columns lines={lines} measure={measure} labels={labelsOf(name, figures)} />
          ) : (
            <div aria-hidden="true">
              <Bars
                lines={lines}
                measure={measure}
                format={amount ? naira : plain}
                count={name === 'soldOut' ? minutes : plain}
              />
            </div>
          )}
          <div
            // At large text sizes the table scrolls, so it needs a tab stop for the keyboard.
            {...(isOpen && { role: 'region', 'aria-label': `Table: ${title}`, tabIndex: 0 })}
            className={isOpen ? 'overflow-x-auto' : 'sr-only print:not-sr-only'}
          >
            <table aria-labelledby={id} className="w-full text-sm">
              <thead>
                <tr className="text-left align-bottom text-soft">
                  <th scope="col" className="py-1 font-semibold">
                    {key}
                  </th>
                  {[count, ...(amount ? [amount] : [])].map((heading) => (
                    <th key={heading} scope="col" className="py-1 pl-3 text-right font-semibold">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {lines.map((line) => (
                  <tr key={line.key}>
                    <th scope="row" className="wrap-anywhere min-w-20 py-1.5 text-left align-top font-normal">
                      {line.title}
                    </th>
                    <Cell now={plain(line.count)} before={plain(line.countBefore)} />
                    {amount && <Cell now={naira(line.amount)} before={naira(line.amountBefore)} />}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="flex flex-wrap gap-x-5 print:hidden">
            <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide table' : 'Show table'}
              <span className="sr-only">: {title}</span>
            </TextButton>
            <a
              href={`/api/office/figures-sheet?from=${from}&to=${to}&table=${name}`}
              download={`${name}-${from}-${to}.csv`}
              className={textButtonClass}
            >
              CSV<span className="sr-only"> of {title}</span>
            </a>
          </div>
        </>
      )}
      {note && <p className="text-small text-soft">{note}</p>}
    </section>
  )
}

function Cell({ now, before }: { now: string; before: string }) {
  return (
    <td className="py-1.5 pl-3 text-right align-top">
      <span className="figures">{now}</span>
      <span className="block text-small text-soft">before: {before}</span>
    </td>
  )
}

function labelsOf(name: TableName, { range, tables: { day } }: Figures): readonly string[] {
  if (name === 'weekday') return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  if (name === 'hour') return hourLabels
  if (name === 'day') return day.length === 1 ? [shortDate(range.from)] : [shortDate(range.from), shortDate(range.to)]
  return ['0 min', ...timeLimits.map(String)]
}
