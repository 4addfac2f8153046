import type { KeyboardEvent } from 'react'
import * as Money from '#domain/money/money.ts'
import { Button } from '#web/ui/button.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useSettingsForm } from './settings-form.tsx'

type PlaceRow = Readonly<Record<'name' | 'fee' | 'minimum' | 'freeAbove' | 'drivingMinutes', string>> & {
  readonly id?: string | undefined
}

/** A row with a key, because a new place has no id. */
export type KeyedPlace = { readonly key: number; readonly row: PlaceRow }

export const emptyPlace: PlaceRow = { name: '', fee: '', minimum: '', freeAbove: '', drivingMinutes: '' }

const columns = [
  { name: 'name', label: 'Place', maxLength: 60 },
  { name: 'fee', label: 'Fee (₦)', maxLength: 12 },
  { name: 'minimum', label: 'Minimum (₦)', maxLength: 12 },
  { name: 'freeAbove', label: 'Free above (₦)', maxLength: 12 },
  { name: 'drivingMinutes', label: 'Minutes there', maxLength: 3 },
] as const

type ColumnName = (typeof columns)[number]['name']

type Props = {
  readonly rows: readonly KeyedPlace[]
  /** The stored places. A row's key is its place's index in this list; new rows have higher keys. */
  readonly before: readonly PlaceRow[]
  readonly onRows: (rows: readonly KeyedPlace[]) => void
}

/** The grid columns of the titles and of each row on a wide screen. */
const level = '@2xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))_2.75rem]'

/**
 * Delivery places as a table. Enter moves down a column, and Escape restores the stored value. A phone stacks the
 * fields of a row.
 */
export function PlaceRows({ rows, before, onRows }: Props) {
  const { errors, forgive } = useSettingsForm()

  function edit(key: number, column: ColumnName, value: string) {
    onRows(rows.map((each) => (each.key === key ? { key, row: { ...each.row, [column]: value } } : each)))
  }

  function add() {
    const key = Math.max(before.length, ...rows.map((each) => each.key + 1))
    onRows([...rows, { key, row: emptyPlace }])
  }

  return (
    <div className="@container">
      <div aria-hidden="true" className={`hidden gap-1 border-line border-b pb-1 text-soft text-sm @2xl:grid ${level}`}>
        {columns.map(({ name, label }) => (
          <span key={name} className={`px-2 ${name === 'name' ? '' : 'text-right'}`}>
            {label}
          </span>
        ))}
      </div>
      <ul className="grid">
        {rows.map(({ key, row }, index) => (
          <li
            key={key}
            className={`group relative grid grid-cols-2 items-start @md:grid-cols-4 gap-x-1 border-line border-b py-2 focus-within:bg-raise2 @2xl:py-0.5 ${level}`}
          >
            {columns.map((column) => (
              <Cell
                key={column.name}
                {...column}
                field={`locations.${index}.${column.name}`}
                value={row[column.name]}
                before={before[key]?.[column.name]}
                error={errors[`locations.${index}.${column.name}`]}
                onValue={(value) => {
                  edit(key, column.name, value)
                  forgive(`locations.${index}.${column.name}`)
                }}
              />
            ))}
            <button
              type="button"
              aria-label={`Remove ${row.name || `place ${index + 1}`}`}
              onClick={() => onRows(rows.filter((each) => each.key !== key))}
              className="grid size-11 place-items-center rounded-control text-soft hover:text-text @max-2xl:absolute @max-2xl:top-2 @max-2xl:right-0"
            >
              <Icon name="bin" />
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={add} className="px-2!">
        <Icon name="plus" /> Add place
      </Button>
    </div>
  )
}

type CellProps = {
  readonly name: ColumnName
  readonly label: string
  readonly maxLength: number
  readonly field: string
  readonly value: string
  readonly before: string | undefined
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

/**
 * A field of the table. The field has a border only in the active row. Below a changed value, the stored value is
 * shown.
 */
function Cell({ name, label, maxLength, field, value, before, error, onValue }: CellProps) {
  const isNumber = name !== 'name'
  const isAmount = isNumber && name !== 'drivingMinutes'
  const isChanged = before !== undefined && (isAmount ? asAmount(before) !== asAmount(value) : before !== value)
  return (
    <div className={`min-w-0 ${isNumber ? '' : '@max-2xl:col-span-full @max-2xl:pr-12'}`}>
      <label className="grid">
        <span className="px-2 text-soft text-small @2xl:sr-only">{label}</span>
        <input
          name={field}
          value={value}
          placeholder={isNumber && name !== 'fee' ? 'none' : undefined}
          maxLength={maxLength}
          inputMode={isNumber ? 'numeric' : undefined}
          autoComplete="off"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined && !isChanged ? undefined : `${field}-note`}
          // Select the amount, so that typing replaces it.
          onFocus={({ currentTarget }) => isNumber && currentTarget.select()}
          onBlur={() => isAmount && asAmount(value) !== value && onValue(asAmount(value))}
          onChange={({ target }) => onValue(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isChanged) {
              event.preventDefault()
              onValue(before)
            }
            if (event.key === 'Enter') goDown(event)
          }}
          className={`min-h-10 w-full min-w-0 rounded-[10px] border border-transparent bg-transparent px-2 placeholder:text-soft group-focus-within:border-edge group-focus-within:bg-ground group-hover:border-edge aria-invalid:border-alarm ${
            isNumber ? 'figures @2xl:text-right' : 'font-semibold'
          } ${isChanged ? 'bg-wash-plantain' : ''}`}
        />
      </label>
      {(error !== undefined || isChanged) && (
        <p
          id={`${field}-note`}
          className={`px-2 text-small ${isNumber ? '@2xl:text-right' : ''} ${error === undefined ? 'text-promise' : 'text-alarm'}`}
        >
          {error ?? `was ${before || 'none'}`}
        </p>
      )}
    </div>
  )
}

/** Formats an amount, such as '₦2,500'. Returns text that is not an amount unchanged. */
export function asAmount(typed: string): string {
  const amount = typedAmount(typed)
  return amount === undefined ? typed : Money.format(Money.naira(amount))
}

/** Moves the focus down one row. In the last row, Enter sends the form. */
function goDown(event: KeyboardEvent<HTMLInputElement>) {
  const [list, index, column] = event.currentTarget.name.split('.')
  const next = event.currentTarget.form?.elements.namedItem(`${list}.${Number(index) + 1}.${column}`)
  if (!(next instanceof HTMLInputElement)) return
  event.preventDefault()
  next.focus()
}
