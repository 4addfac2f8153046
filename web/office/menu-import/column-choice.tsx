import * as Csv from '#domain/text/csv.ts'
import { Summary } from '#web/staff/summary.tsx'
import { Select } from '#web/ui/forms/field.tsx'

type Columns<Name extends string> = { readonly [Each in Name]?: number }

type Props<Name extends string> = {
  /** The headings in the file. */
  readonly head: readonly string[]
  readonly labels: Readonly<Record<Name, string>>
  readonly columns: Columns<Name>
  readonly missing: readonly Name[]
  readonly onChange: (columns: Columns<Name>) => void
}

/** Lets a person choose the file's column for each field. Unfolded if a required field has no column yet. */
export function ColumnChoice<Name extends string>({ head, labels, columns, missing, onChange }: Props<Name>) {
  return (
    <details open={missing.length > 0}>
      <Summary>Columns</Summary>
      <div className="grid gap-3 pb-3 sm:grid-cols-2">
        {(Object.keys(labels) as Name[]).map((name) => (
          <Select
            key={name}
            label={labels[name]}
            value={columns[name] ?? ''}
            error={missing.includes(name) ? 'Choose the column.' : undefined}
            onChange={({ target: { value } }) => {
              const { [name]: _, ...others } = columns
              onChange((value === '' ? others : { ...others, [name]: Number(value) }) as Columns<Name>)
            }}
          >
            <option value="">Not in this file</option>
            {head.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <option key={at} value={at}>
                {Csv.letter(at)}: {title.trim() || 'no heading'}
              </option>
            ))}
          </Select>
        ))}
      </div>
    </details>
  )
}
