import { useMemo, useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import { headings } from '#domain/menu/menu-csv.ts'
import * as MenuImport from '#domain/menu/menu-import.ts'
import { same } from '#domain/menu/same.ts'
import { ApiFailure, call, sentence } from '#web/data/api/client.ts'
import { FileChoice } from '#web/staff/file-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { ColumnChoice } from './column-choice.tsx'
import { DocumentReport, TableReport } from './report.tsx'

type Props = {
  readonly menu: readonly MenuCategory[]
  readonly doneLabel: string
  /** Called with the merged menu, after the server has checked it. */
  readonly onDone: (menu: readonly MenuCategory[]) => void
}

type Read = { readonly name: string } & (
  | { readonly table: MenuImport.Table }
  | { readonly document: readonly MenuCategory[] }
)

/** Imports a menu from a file: the person confirms its columns, then reads a report on its rows. */
export default function ImportForm({ menu, doneLabel, onDone }: Props) {
  const [read, setRead] = useState<Read>()
  const { busy, send } = useSend()
  const [failures, setFailures] = useState<readonly string[]>([])

  async function choose(file: File | undefined) {
    if (!file) return
    setRead(undefined)
    setFailures([])
    if (file.size > MenuImport.mostBytes)
      throw new Error(`This file is larger than ${MenuImport.mostBytes / 1_000_000} MB.`)
    if (/^\s*[[{]/.test(await file.slice(0, 100).text())) {
      const document = documentIn(await file.text())
      await check(document)
      setRead({ name: file.name, document })
    } else {
      const { rows } = await call('POST /api/office/table-files', { body: file })
      const table = MenuImport.open(rows)
      if (table.ok) setRead({ name: file.name, table: table.value })
      else setFailures([table.problem.detail])
    }
  }

  async function done(after: readonly MenuCategory[]) {
    setFailures([])
    await check(after)
    onDone(after)
  }

  const onFailure = (error: unknown) => setFailures(sentencesOf(error))

  const common = {
    menu,
    doneLabel,
    busy,
    onDone: (after: readonly MenuCategory[]) => void send(() => done(after), { onFailure }),
  }
  return (
    <div className="grid gap-4">
      <FileChoice
        accept=".csv,.tsv,.txt,.xlsx,.json"
        onFile={(file) => void send(() => choose(file), { onFailure })}
        className="min-h-20 border-line py-3"
      >
        <span className="font-semibold">{read ? 'Choose another file' : 'Choose a file (CSV or JSON)'}</span>
        {!read && (
          <span className="text-soft text-sm">
            A table with name, price and category is enough. Up to {MenuImport.mostRows.toLocaleString('en')} rows and{' '}
            {MenuImport.mostBytes / 1_000_000} MB.
          </span>
        )}
      </FileChoice>
      <p role="status" className="text-soft text-sm empty:hidden">
        {busy ? 'Checking…' : read ? `${read.name}: ${sizeOf(read)}.` : ''}
      </p>
      {failures.length > 0 && (
        <ul
          role="alert"
          className="wrap-anywhere grid gap-1 rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm"
        >
          {failures.map((failure) => (
            <li key={failure}>{failure}</li>
          ))}
        </ul>
      )}
      {read && 'table' in read && <TableForm key={read.name} table={read.table} {...common} />}
      {read && 'document' in read && (
        <>
          <DocumentReport before={menu} after={read.document} />
          <Button busy={busy} onClick={() => common.onDone(read.document)}>
            {doneLabel}
          </Button>
        </>
      )}
    </div>
  )
}

const sizeOf = (read: Read) =>
  'table' in read ? countOf(read.table.rows.length, 'row') : countOf(read.document.length, 'category', 'categories')

const countOf = (count: number, one: string, several = `${one}s`) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

/** Asks the server whether a menu could be published. Throws the server's refusal. */
const check = (categories: readonly MenuCategory[]) =>
  call('POST /api/office/menu-checks', { body: { categories: [...categories] } })

/** Parses a menu in JSON. Throws an Error with a sentence for the person. */
function documentIn(text: string): readonly MenuCategory[] {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new Error('This is not JSON that can be read.')
  }
  const list = typeof data === 'object' && data !== null && 'categories' in data ? data.categories : data
  if (Array.isArray(list)) return list as MenuCategory[]
  throw new Error('This file has no menu: a menu is a list of categories.')
}

function sentencesOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiFailure) && error instanceof Error && error.name === 'Error') return [error.message]
  const listed = error instanceof ApiFailure ? (error.problem.errors ?? []).map(({ detail }) => detail) : []
  return listed.length > 0 ? [...new Set(listed)] : [sentence(error)]
}

type TableProps = {
  readonly menu: readonly MenuCategory[]
  readonly table: MenuImport.Table
  readonly doneLabel: string
  readonly busy: boolean
  readonly onDone: (menu: readonly MenuCategory[]) => void
}

function TableForm({ menu, table, doneLabel, busy, onDone }: TableProps) {
  const [columns, setColumns] = useState(table.columns)
  const [isWhole, setIsWhole] = useState(false)
  const missing = MenuImport.missingColumns(table, columns)
  const report = useMemo(
    () => MenuImport.read(table, menu, { columns, isWhole, newCategory: (id, title) => newCategory(id, title, menu) }),
    [table, menu, columns, isWhole],
  )
  const isChanged = !same(menu, report.categories)

  return (
    <>
      <ColumnChoice
        head={table.head.cells}
        labels={headings}
        columns={columns}
        missing={missing}
        onChange={setColumns}
      />
      <CheckRow
        label="The file is the whole menu"
        hint="Dishes and sizes that are not in it are removed."
        checked={isWhole}
        onChange={(event) => setIsWhole(event.target.checked)}
      />
      {missing.length > 0 ? (
        <p role="alert" className="font-semibold text-alarm">
          Choose the columns of {missing.map((field) => headings[field].toLowerCase()).join(', ')}.
        </p>
      ) : (
        <TableReport report={report} />
      )}
      <Button
        busy={busy}
        disabled={missing.length > 0 || report.faults.length > 0 || !isChanged}
        onClick={() => onDone(report.categories)}
      >
        {doneLabel}
      </Button>
    </>
  )
}

/**
 * Returns an empty category that customers will see in the list, with the tile and texts of the menu's last category.
 */
function newCategory(id: string, title: string, menu: readonly MenuCategory[]): MenuCategory {
  const { tile, added, shortToast } = menu.at(-1) ?? {
    tile: 'ember',
    added: '{item} added to cart!',
    shortToast: false,
  }
  return { id, title, tile, listed: true, availableFirst: false, added, shortToast, groups: [], items: [] }
}
