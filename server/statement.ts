import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Statement } from '#domain/books/statements/statement-file.ts'
import { sessionKey } from '#domain/order/payment.ts'
import { runCommand } from './process/run-command.ts'
import { StartError } from './process/start-error.ts'
import { readStatement } from './table-files/table-files.ts'

// `npm run statement -- FILE [--account ID]`: prints a bank's statement, and whether its balances add up, as one JSON
// object. With an account, reads the statement by the columns assigned for that account, with the settings of `npm
// start`.

const naira = (kobo: number | null) => (kobo === null ? null : kobo / 100)

/** Returns the printed form of a statement: amounts are naira with kobo. */
function printed({ layout, lines, setAside, unread, proof }: Statement) {
  return {
    layout,
    lines: lines.map(({ line, day, amount, balance, narration, sender, sessionId, kind }) => ({
      row: line,
      day,
      amount: naira(amount),
      balance: naira(balance),
      narration,
      sender,
      reference: sessionKey(sessionId),
      kind,
    })),
    setAside,
    unread,
    proof: {
      opening: naira(proof.opening),
      closing: naira(proof.closing),
      in: naira(proof.in),
      out: naira(proof.out),
      holds: proof.holds,
      breaksAt: proof.breaks[0]?.line ?? null,
    },
  }
}

/**
 * Returns the columns assigned for an account's statements. Imports the database's modules here, because only this
 * option needs them.
 */
async function mappingOf(account: string) {
  const [{ keptMapping }, { withDatabase }, { readSettings }] = await Promise.all([
    import('./books/statement-mappings.ts'),
    import('./command.ts'),
    import('./process/env.ts'),
  ])
  return withDatabase(readSettings(process.env, []), ({ orm }) => keptMapping(orm, account))
}

function unreadable(sentence: string) {
  const proof = { opening: null, closing: null, in: 0, out: 0, holds: false, breaksAt: null }
  return { layout: null, lines: [], setAside: [], unread: [sentence], proof }
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: { account: { type: 'string' } }, allowPositionals: true })
  const [file] = positionals
  if (file === undefined) throw new StartError('Which file? npm run statement -- FILE [--account ID]')
  const bytes = await readFile(file)
  const { account } = values
  const mapping = account === undefined ? undefined : await mappingOf(account)
  const read = await readStatement(bytes, mapping)
  const needsColumns = 'Nobody has said yet which columns hold the narration and the amount.'
  const answer = read.ok
    ? { ...printed(read.value), ...(read.value.needsColumns && { unread: [needsColumns] }) }
    : unreadable(read.problem.detail)
  console.log(JSON.stringify(answer, null, 2))
})
