import { headings } from '#domain/menu/menu-csv.ts'
import * as MenuDocument from '#domain/menu/menu-document.ts'
import type { Report } from '#domain/menu/menu-import.ts'
import type { Fault } from '#domain/menu/menu-import-rows.ts'
import { Summary } from '#web/staff/summary.tsx'
import { Fold } from './fold.tsx'

export function TableReport({ report }: { report: Report<unknown> }) {
  const { faults, outcomes, removed, newCategories } = report
  const of = (kind: 'new' | 'changed' | 'unchanged') => outcomes.filter((outcome) => outcome.kind === kind)
  const [fresh, changed, unchanged] = [of('new'), of('changed'), of('unchanged')]
  if (faults.length > 0) return <Faults faults={faults} />
  return (
    <div className="grid">
      <p role="status" className="pb-2">
        No errors. {fresh.length} new, {changed.length} changed, {unchanged.length} unchanged, {removed.length} removed.
      </p>
      <Fold title="New categories" count={newCategories.length}>
        {newCategories.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </Fold>
      <Fold title="Removed dishes" count={removed.length}>
        {removed.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Fold>
      <Fold title="Changed dishes" count={changed.length}>
        {changed.map(({ id, row, name, what }) => (
          <li key={id}>
            {name} <span className="text-soft">(row {row})</span>
            <span className="block text-soft">{what.join(' ')}</span>
          </li>
        ))}
      </Fold>
      <Fold title="New dishes" count={fresh.length}>
        {fresh.map(({ id, row, name }) => (
          <li key={id}>
            {name} <span className="text-soft">(row {row})</span>
          </li>
        ))}
      </Fold>
      <Fold title="Unchanged dishes" count={unchanged.length}>
        <li>{unchanged.map(({ name }) => name).join(', ')}</li>
      </Fold>
    </div>
  )
}

const shownFaults = 20

function Faults({ faults }: { faults: readonly Fault[] }) {
  const entry = ({ row, column, field, what }: Fault) => (
    <li key={`${row} ${column} ${field} ${what}`} className="wrap-anywhere border-line border-b pb-2">
      <strong>
        Row {row}, {column === '' ? headings[field] : `column ${column} (${headings[field]})`}
      </strong>{' '}
      {what}
    </li>
  )
  const rest = faults.slice(shownFaults)
  return (
    <div className="grid gap-3">
      <p role="alert" className="rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
        {faults.length === 1 ? '1 error' : `${faults.length} errors`}. Nothing is changed. Correct the file, then choose
        it again.
      </p>
      <ol aria-label="Errors" className="grid gap-2 text-sm">
        {faults.slice(0, shownFaults).map(entry)}
      </ol>
      {rest.length > 0 && (
        <details>
          <Summary>{rest.length === 1 ? '1 more error' : `${rest.length} more errors`}</Summary>
          <ol aria-label="More errors" className="grid gap-2 text-sm">
            {rest.map(entry)}
          </ol>
        </details>
      )}
    </div>
  )
}

export function DocumentReport(props: {
  before: readonly MenuDocument.DocumentCategory[]
  after: readonly MenuDocument.DocumentCategory[]
}) {
  const changes = MenuDocument.changes(props.before, props.after)
  return (
    <div className="grid">
      <p role="status" className="pb-2">
        {changes.length === 0 ? 'No errors, and nothing changes.' : 'No errors.'}
      </p>
      <Fold title="Changes" count={changes.length}>
        {changes.map(({ what, dishes }) => (
          <li key={what + dishes.join()}>
            {what} {dishes.length > 0 && <span className="text-soft">In {dishes.join(', ')}</span>}
          </li>
        ))}
      </Fold>
    </div>
  )
}
