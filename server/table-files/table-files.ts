import type { Mapping, Statement } from '#domain/books/statements/statement-file.ts'
import { fail, type Result } from '#domain/problem.ts'
import type { Row } from '#domain/text/csv.ts'
import { OverLimit, openTasks } from '../process/thread.ts'
import { isPdf } from './read-table.ts'
import type { TableTasks } from './table-thread.ts'

const program = new URL('./table-thread.ts', import.meta.url)

const tables = openTasks<TableTasks>(program, { timeMs: 20_000, memoryMb: 512 })
/** A thread of their own for PDFs, which are programs that draw: no other file waits for one. */
const pdfs = openTasks<TableTasks>(program, { timeMs: 30_000, memoryMb: 512 })

const threadFor = (bytes: Uint8Array) => (isPdf(bytes) ? pdfs : tables)

function refuseOverLimit(error: unknown) {
  if (!(error instanceof OverLimit)) throw error
  return fail('invalid', 'This file takes too long to read. Choose a shorter time, or save it as CSV.')
}

/** The rows of a table file; a problem with a sentence where there are none, or more than `mostRows`. */
export function tableRows(bytes: Uint8Array, mostRows: number): Promise<Result<readonly Row[]>> {
  return threadFor(bytes)('rows', { bytes, mostRows }).catch(refuseOverLimit)
}

/** A bank's statement from its file, by the columns that somebody has pointed at, or by its heading. */
export function readStatement(bytes: Uint8Array, mapping?: Mapping): Promise<Result<Statement>> {
  return threadFor(bytes)('statement', { bytes, mapping }).catch(refuseOverLimit)
}
