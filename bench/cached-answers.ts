import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningServer } from '#tests/support/running-server.ts'
import { openConnection, requestText } from './connection.ts'
import { figure, progress } from './figures.ts'
import { type Measured, mean, measure, startBareServer } from './measure.ts'

/** The highest allowed ratio of an answer's cost to the cost of the bare server, which sends the same bytes. */
const limit = 2

/** The most kilobytes of uncompressed HTML of the largest category's page. */
const mostHtml = 70

/**
 * `warm` requests let V8 compile the code and do not count. Then the restaurant's server and the bare server get
 * `measured` requests each, `turns` times.
 */
const warm = 10_000
const measured = 5000
const turns = 4

const answers = [
  { what: 'the page of the Grills', path: '/menu/grills', encoding: 'br' },
  { what: 'the page of the Grills', path: '/menu/grills', encoding: 'identity' },
  { what: 'the menu of the Grills as JSON', path: '/api/menu/grills', encoding: 'br' },
] as const

/** Prints the processor time of cached answers, and of a bare server that sends the same bytes. */
export async function cachedAnswers({ url, pid }: RunningServer, folder: string): Promise<void> {
  const port = Number(new URL(url).port)
  const file = join(folder, 'answer')
  for (const { what, path, encoding } of answers) {
    progress(`${what}, ${encoding}`)
    const take = (root: number, at: number, count: number) => measure(root, at, { kind: 'read', path, encoding, count })
    await take(pid, port, warm)
    const body = await read(port, requestText(path, { 'Accept-Encoding': encoding }))
    await writeFile(file, body)
    const bare = await startBareServer(file)
    await take(bare.pid, bare.port, warm)
    const ours: Measured[] = []
    const floor: Measured[] = []
    for (let turn = 0; turn < turns; turn++) {
      ours.push(await take(pid, port, measured))
      floor.push(await take(bare.pid, bare.port, measured))
    }
    bare.stop()
    const beside = { what: 'the same bytes from a bare server', value: mean(floor).value, limit }
    figure({ what: `${what}, cached, ${encoding}`, ...mean(ours), unit: 'ms', beside })
    if (encoding === 'identity') {
      figure({ what: `${what}, not compressed`, value: body.length / 1000, unit: 'kB', limit: mostHtml })
    }
  }
}

async function read(port: number, request: string): Promise<Buffer> {
  const connection = openConnection(port)
  const { body } = await connection.ask(request)
  connection.close()
  return body
}
