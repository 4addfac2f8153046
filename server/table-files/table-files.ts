import type { Mapping, Statement } from '#domain/books/statements/statement-file.ts'
import { fail, type Result } from '#domain/problem.ts'
import type { Row } from '#domain/text/csv.ts'
import { openTasks } from '../process/thread.ts'
import { isPdf } from './read-table.ts'
import type { TableTasks } from './table-thread.ts'

const program = new URL('./table-thread.ts', import.meta.url)

class OverLimit extends Error {}

const options = { event: 'table-file.failed', refusal: () => new OverLimit() }

const tables = openTasks<TableTasks>(program, { ...options, limits: { timeMs: 20_000, memoryMb: 512 } })
/** A separate thread for PDFs, which may take long to parse, so that other files do not wait for a PDF. */
const pdfs = openTasks<TableTasks>(program, { ...options, limits: { timeMs: 30_000, memoryMb: 512 } })

const threadFor = (bytes: Uint8Array) => (isPdf(bytes) ? pdfs : tables)

function refuseOverLimit(error: unknown) {
  if (!(error instanceof OverLimit)) throw error
  return fail('invalid', 'This file takes too long to read. Choose a shorter time, or save it as CSV.')
}

/** Returns the rows of a table file, or a problem if the file is unreadable or has more than `mostRows` rows. */
export function tableRows(bytes: Uint8Array, mostRows: number): Promise<Result<readonly Row[]>> {
  return threadFor(bytes)('rows', { bytes, mostRows }).catch(refuseOverLimit)
}

/** Returns the statement in a bank's file, or a problem. Without `mapping`, the heading says what the columns are. */
export function readStatement(bytes: Uint8Array, mapping?: Mapping): Promise<Result<Statement>> {
  return threadFor(bytes)('statement', { bytes, mapping }).catch(refuseOverLimit)
}
