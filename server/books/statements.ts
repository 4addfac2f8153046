import type { ReadStatement } from '#contract/books/statements.ts'
import { accountOf, type Statement } from '#domain/books/statements/statement-file.ts'
import * as MenuImport from '#domain/menu/menu-import.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/stored-settings.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { readStatement, tableRows } from '../table-files/table-files.ts'
import { keepMapping, keptMapping } from './statement-mappings.ts'

/** Reads a bank's statement without storing its lines. Stores the columns that a person assigned. */
export async function readStatementFile(
  database: Database,
  { user, body, query: { name = '', account, columns } }: Call<'POST /api/desk/statements'>,
): Promise<ReadStatement> {
  const accounts = BankAccounts.known(await readSettings(database.orm))
  if (account !== undefined && !accounts.some(({ id }) => id === account)) {
    throw refuse('invalid', 'This is not one of our accounts.', 'account')
  }
  const byHeading = orRefuse(await readStatement(body))
  const named = accountOf(`${name}\n${byHeading.above}`, accounts)
  const of = account ?? named
  if (columns && account !== undefined)
    await keepMapping(database, user, account, { head: byHeading.head.cells, columns })
  const mapping = columns
    ? { head: byHeading.head.cells, columns }
    : of === undefined
      ? undefined
      : await keptMapping(database.orm, of)
  return documentOf(mapping ? orRefuse(await readStatement(body, mapping)) : byHeading, named)
}

const naira = (kobo: number) => kobo / 100
const nairaOrNone = (kobo: number | null) => (kobo === null ? null : naira(kobo))

function documentOf(statement: Statement, account: string | undefined): ReadStatement {
  const { layout, head, columns, first, needsColumns, lines, setAside, unread, proof } = statement
  const { opening, closing, holds, breaks, unproven } = proof
  const rows = new Set(lines.map(({ line }) => line)).size
  const hasBalances = opening !== null
  return {
    layout,
    account: account ?? null,
    head: head.cells,
    columns: Object.fromEntries(Object.entries(columns).filter(([, column]) => column !== undefined)),
    first,
    needsColumns,
    lines: lines.map(({ before: _, identity, sessionId, amount, balance, ...line }) => ({
      ...line,
      amount: naira(amount),
      balance: nairaOrNone(balance),
      sessionId: identity,
      hasReference: sessionId !== '',
      isProven: hasBalances && !unproven.has(line.line),
    })),
    setAside,
    unread,
    proof: {
      opening: nairaOrNone(opening),
      closing: nairaOrNone(closing),
      in: naira(proof.in),
      out: naira(proof.out),
      holds,
      provenRows: hasBalances ? rows - unproven.size : 0,
      rows,
      breaks: breaks.map((each) => ({ ...each, difference: naira(each.difference) })),
    },
  }
}

/** Returns the rows of a menu's table file, whichever program wrote the file. */
export async function readMenuFile(_: Database, { body }: Call<'POST /api/office/table-files'>) {
  return { rows: orRefuse(await tableRows(body, MenuImport.mostRows + 20)) }
}
