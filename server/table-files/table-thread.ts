import * as StatementFile from '#domain/books/statements/statement-file.ts'
import { fail, ok, type Result } from '#domain/problem.ts'
import { dateOf } from '#domain/restaurant/lagos.ts'
import type { Row } from '#domain/text/csv.ts'
import { serveTasks } from '../process/thread.ts'
import { readTable } from './read-table.ts'
import { Unreadable } from './unreadable.ts'

// This thread reads table files, because reading thousands of rows would block the server's other requests.

const tasks = { rows: readRows, statement: readStatement }
export type TableTasks = typeof tasks

serveTasks(tasks)

type Table = { readonly bytes: Uint8Array; readonly mostRows: number }

async function readRows({ bytes, mostRows }: Table): Promise<Result<readonly Row[]>> {
  try {
    const rows = await readTable(bytes, mostRows)
    return rows.length > mostRows
      ? fail('invalid', `This file has more than ${mostRows} rows. Choose a shorter one.`)
      : ok(rows)
  } catch (error) {
    if (error instanceof Unreadable) return fail('invalid', error.message)
    throw error
  }
}

async function readStatement({
  bytes,
  mapping,
}: {
  readonly bytes: Uint8Array
  readonly mapping?: StatementFile.Mapping | undefined
}): Promise<Result<StatementFile.Statement>> {
  const rows = await readRows({ bytes, mostRows: StatementFile.mostRows })
  if (!rows.ok) return rows
  const statement = StatementFile.read(rows.value, { mapping, today: dateOf(Date.now()) })
  return typeof statement === 'string' ? fail('invalid', statement) : ok(statement)
}
