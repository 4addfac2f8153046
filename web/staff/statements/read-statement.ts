import type { ReadStatement } from '#contract/books/statements.ts'
import { largestFile } from '#domain/text/csv.ts'
import { call } from '#web/data/api/client.ts'

/** The files that `readStatement` takes, as the `accept` attribute of a file field. */
export const statementFiles = '.csv,.tsv,.txt,.xls,.xlsx,.pdf'

/** The column of each field, counted from 0. */
export type Columns = ReadStatement['columns']

type Of = {
  readonly account?: string | undefined
  /** Columns that a person has assigned. The server stores them for the account. */
  readonly columns?: Columns | undefined
}

/** Reads a bank's statement without recording money. Returns a sentence if the file is too large. */
export async function readStatement(file: File, { account, columns }: Of = {}): Promise<ReadStatement | string> {
  if (file.size > largestFile) return 'This file is larger than 5 MB. Choose a shorter statement.'
  return call('POST /api/desk/statements', {
    query: { name: file.name, ...(account && { account }), ...(columns && { columns: JSON.stringify(columns) }) },
    body: file,
  })
}

export const unread = 'Could not reach the restaurant. Please check the network and choose the file again.'
