// Sends hostile files as an owner while others read the menu: `UPLOADS=1000 node tests/faults/uploads.ts`.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { hostileKinds } from '../support/photos.ts'
import type { Person } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant } from './server-under-test.ts'

/** Returns a function that sends bytes or JSON once and throws if no whole answer arrives. */
export function sendBy({ cookie }: Person, url: string) {
  return async (method: string, path: string, body: object | Buffer) => {
    const isFile = body instanceof Buffer
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Cookie: cookie, ...(!isFile && { 'Content-Type': 'application/json' }) },
      body: isFile ? new Uint8Array(body) : JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
}

/** Returns the resident memory of a process and its descendants in megabytes. */
async function memoryOf(root: number): Promise<number> {
  const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '')
  const children = (await read(`${root}/task/${root}/children`)).split(' ').filter(Boolean).map(Number)
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(await read(`${root}/status`)) ?? []
  const below = await Promise.all(children.map(memoryOf))
  return below.reduce((sum, each) => sum + each, Number(kilobytes) / 1024)
}

async function sendHostile({ seed, uploads }: { seed: number; uploads: number }, show: Progress) {
  const restaurant = await openRestaurant({})
  const client = new pg.Client(restaurant.connection)
  try {
    await client.connect()
    const [url = ''] = restaurant.urls
    const send = sendBy(restaurant.staff.owner, url)
    const kinds = Object.entries(await hostileKinds())
    const random = randomOf(seed)
    const failures: string[] = []
    const took: number[] = []
    const waits: number[] = []
    const pid = restaurant.pids[0] ?? 0
    const before = await memoryOf(pid)
    let most = 0
    let next = 0
    const began = performance.now()
    const sender = async () => {
      for (let at = next++; at < uploads; at = next++) {
        const [kind, make] = kinds[at % kinds.length] ?? ['', () => Buffer.alloc(1)]
        const file = await make(random(), at)
        const start = performance.now()
        const { status, body } = await send('POST', '/api/office/photos', file)
        took.push(performance.now() - start)
        if (status !== 422 || !body.detail?.endsWith('.')) failures.push(`${kind}: ${status} ${JSON.stringify(body)}`)
        show(`${at} of ${uploads}`)
      }
    }
    let isOver = false
    const others = (async () => {
      while (!isOver) {
        const start = performance.now()
        const { status } = await fetch(`${url}/api/menu/grills`)
        waits.push(performance.now() - start)
        if (status !== 200) failures.push(`The menu was answered with ${status}.`)
        most = Math.max(most, await memoryOf(pid))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    await Promise.all([sender(), sender()])
    isOver = true
    await others
    const seconds = (performance.now() - began) / 1000
    const { rows } = await client.query('select count(*) as kept from photos')
    if (Number(rows[0]?.kept) !== 0) failures.push(`${rows[0]?.kept} files were kept.`)
    failures.push(...restaurant.bugs())
    const sorted = (list: number[]) => list.toSorted((a, b) => a - b)
    const at = (list: number[], share: number) => `${Math.round(sorted(list)[Math.floor(list.length * share)] ?? 0)} ms`
    const report = table('Hostile uploads', {
      seed,
      'files sent': uploads,
      'seconds in all': Math.round(seconds),
      'one upload, median': at(took, 0.5),
      'one upload, slowest': at(took, 0.9999),
      'the menu meanwhile, median': at(waits, 0.5),
      'the menu meanwhile, 95 of 100': at(waits, 0.95),
      'memory before': `${Math.round(before)} MB`,
      'memory at most, decoder included': `${Math.round(most)} MB`,
    })
    return { report, failures }
  } finally {
    await client.end()
    await restaurant.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(20, () => sendHostile({ seed: seedOfRun(), uploads: Number(process.env.UPLOADS ?? 1000) }, progress()))
}
