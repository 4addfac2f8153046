import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { Errors } from '#web/ui/forms/form.tsx'
import { Icon } from '#web/ui/icon.tsx'

export type Row<Name extends string> = Readonly<Record<Name, string>> & { readonly id?: string | undefined }

/** A row with a key, because a new row has no id. */
export type KeyedRow<Name extends string> = { readonly key: number; readonly row: Row<Name> }

export type Columns<Name extends string> = readonly [Column<Name>, ...Column<Name>[]]

type Column<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly type?: 'date'
  readonly inputMode?: 'numeric' | 'url'
  readonly maxLength?: number
}

type Props<Name extends string> = {
  /** The name of the list. The server's errors use it: 'locations.2.fee' or, for a list of plain texts, 'marquee.2'. */
  readonly name: string
  /** The noun for a row, which labels buttons such as 'Add place'. */
  readonly of: string
  readonly columns: Columns<Name>
  readonly rows: readonly KeyedRow<Name>[]
  readonly onRows: (rows: KeyedRow<Name>[]) => void
  readonly errors: Errors
  readonly forgive: (field: string) => void
}

/** The first field shares its line with the button that removes the row. The other fields follow below. */
const inFirstLine =
  '[&>:first-child]:col-start-1 [&>:first-child]:-col-end-1 [&>:first-child]:row-start-1 [&>:first-child]:pr-14 [&>:last-child]:row-start-1 [&>:last-child]:-col-end-1 [&>:last-child]:justify-self-end'

const widths = ['grid-cols-[minmax(0,1fr)_auto]', 'grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]', inFirstLine]

/** A field for a web address gets a full line on a phone. */
const withAddress =
  'sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] max-sm:[&>:first-child]:col-start-1 max-sm:[&>:first-child]:row-start-1 max-sm:[&>:first-child]:pr-14 max-sm:[&>:last-child]:row-start-1 max-sm:[&>:last-child]:col-start-1 max-sm:[&>:last-child]:justify-self-end'

export function Rows<Name extends string>({ name, of, columns, rows, onRows, errors, forgive }: Props<Name>) {
  function edit(key: number, column: Name, value: string) {
    onRows(rows.map((each) => (each.key === key ? { key, row: { ...each.row, [column]: value } } : each)))
  }

  function add() {
    const empty = Object.fromEntries(columns.map((column) => [column.name, ''])) as Row<Name>
    onRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, row: empty }])
  }

  const width = columns.at(-1)?.inputMode === 'url' ? withAddress : widths[columns.length - 1]
  return (
    <>
      <ul className="grid gap-3">
        {rows.map(({ key, row }, index) => (
          <li key={key} className={`grid items-start gap-2 ${width}`}>
            {columns.map((column) => {
              const field = columns.length > 1 ? `${name}.${index}.${column.name}` : `${name}.${index}`
              return (
                <Field
                  key={column.name}
                  label={column.label}
                  name={field}
                  value={row[column.name]}
                  error={errors[field]}
                  type={column.type}
                  inputMode={column.inputMode}
                  maxLength={column.maxLength}
                  autoComplete="off"
                  onChange={({ target }) => {
                    edit(key, column.name, target.value)
                    forgive(field)
                  }}
                />
              )
            })}
            <button
              type="button"
              aria-label={`Remove ${row[columns[0].name] || `${of} ${index + 1}`}`}
              onClick={() => onRows(rows.filter((each) => each.key !== key))}
              className="mt-6.5 grid size-12 place-items-center rounded-control text-soft hover:text-text"
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={add} className="justify-self-start px-0!">
        <Icon name="plus" /> Add {of}
      </Button>
    </>
  )
}
