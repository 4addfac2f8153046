import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./statement.ts', import.meta.url))

test("MONEY-7: the statement program prints a file's lines, and whether its balances add up, as one JSON object", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'statement-'))
  const print = async (text: string) => {
    const file = join(folder, 'statement.csv')
    await writeFile(file, text)
    return JSON.parse((await run(process.execPath, [program, file])).stdout)
  }
  try {
    const text =
      'Trans. Date,Narration,Debit,Credit,Balance,Reference\n20/11/2026,TRF FROM ADA OBI TO INA,,"1,200.50","1,200.50",FT|0000000001\n21/11/2026,SMS CHARGE,4.00,,"1,196.50",\n,TOTAL,4.00,"1,200.50",,\n'
    expect(await print(text)).toEqual({
      layout: null,
      lines: [
        {
          row: 2,
          day: '2026-11-20',
          amount: 1200.5,
          balance: 1200.5,
          narration: 'TRF FROM ADA OBI TO INA',
          sender: 'ADA OBI',
          reference: 'FT0000000001',
          kind: 'customer',
        },
        {
          row: 3,
          day: '2026-11-21',
          amount: -4,
          balance: 1196.5,
          narration: 'SMS CHARGE',
          sender: 'SMS CHARGE',
          reference: '',
          kind: 'charge',
        },
      ],
      setAside: [{ row: 4, reason: 'total', text: 'TOTAL 4.00 1,200.50' }],
      unread: [],
      proof: { opening: 0, closing: 1196.5, in: 1200.5, out: 4, holds: true, breaksAt: null },
    })
    expect(await print('nothing to read')).toMatchObject({ lines: [], unread: [expect.stringMatching(/no heading/)] })
  } finally {
    await rm(folder, { recursive: true })
  }
})
