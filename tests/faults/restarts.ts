// Restarts `npm start` under load; no request may fail: `RESTARTS=50 node tests/faults/restarts.ts`.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { clearDataDir, freePort, readyDataDir, startServer } from '../support/running-server.ts'
import { plainDishes, signUp } from './people.ts'
import { type Progress, progress, run, table } from './report.ts'

export type Result = {
  readonly restarts: number
  readonly answered: number
  /** Requests without an answer, or with a 5xx. */
  readonly failed: readonly string[]
  /** Time of the slowest answer in milliseconds. */
  readonly slowest: number
  readonly seconds: number
}

const clients = 24

/** Leaves connections idle during a restart, but well below the 5 s after which Node closes an idle connection. */
const longestPauseMs = 2500

const longestBodyMs = 600

/** Restarts the server again and again while clients with open connections request, pause and send bodies slowly. */
export async function restartUnderLoad({ restarts }: { restarts: number }, show: Progress): Promise<Result> {
  const began = performance.now()
  const DATA_DIR = await readyDataDir()
  const server = await startServer({
    program: 'tools/start.mjs',
    env: { DATA_DIR, PORT: String(await freePort()), TRUSTED_PROXIES: '1' },
  })
  try {
    const customer = await signUp(server.url, 1)
    const [dish = ''] = await plainDishes(server.url)
    const quote = JSON.stringify({ items: [{ itemId: dish, selection: {}, quantity: 1 }] })
    const failed: string[] = []
    let answered = 0
    let slowest = 0
    let over = false
    const client = async (index: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const kinds = [
        { path: '/menu/grills', body: undefined },
        { path: '/api/menu/extra-sides', body: undefined },
        { path: '/api/orders', body: undefined },
        { path: '/api/quotes', body: quote },
      ]
      while (!over) {
        const { path, body } = kinds[Math.floor(Math.random() * kinds.length)] ?? { path: '/' }
        const since = performance.now()
        const headers = { Cookie: customer.cookie, 'X-Forwarded-For': `10.1.0.${index}` }
        const status = await ask(`${server.url}${path}`, agent, headers, body).catch((error: Error) => error.message)
        if (typeof status === 'string' || status >= 500) failed.push(`${path}: ${status}`)
        else answered++
        slowest = Math.max(slowest, performance.now() - since)
        await sleep(Math.random() < 0.1 ? Math.random() * longestPauseMs : Math.random() * 30)
      }
      agent.destroy()
    }
    const asking = Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
    const opened = () => server.stdout().split(' is open: ').length - 1
    for (let restart = 1; restart <= restarts; restart++) {
      process.kill(server.pid, 'SIGHUP')
      while (opened() <= restart) {
        if (server.stderr().includes('"restart.failed"')) throw new Error(`A server did not start: ${server.stderr()}`)
        await sleep(20)
      }
      show(`${restart} of ${restarts} restarts, ${answered} answers, ${failed.length} failed ${failed.at(-1) ?? ''}`)
    }
    // Leave time for the earlier server to finish its requests.
    await sleep(longestPauseMs)
    over = true
    await asking
    return { restarts, answered, failed, slowest, seconds: (performance.now() - began) / 1000 }
  } finally {
    await server.stop().finally(() => clearDataDir(DATA_DIR))
  }
}

/** Returns the status once the whole answer has arrived. */
function ask(url: string, agent: Agent, headers: Record<string, string>, body: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers:
        body === undefined
          ? headers
          : { ...headers, 'Content-Type': 'application/json', 'Content-Length': body.length },
    })
    sending.once('error', reject)
    sending.once('response', (response) => {
      response.once('error', reject)
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    if (body === undefined) return void sending.end()
    sending.write(body.slice(0, 10))
    setTimeout(() => sending.end(body.slice(10)), Math.random() * longestBodyMs)
  })
}

export function failuresOf({ failed }: Result): string[] {
  return failed.slice(0, 10)
}

export function reportOf({ restarts, answered, failed, slowest, seconds }: Result): string {
  return table('Restarts under load', {
    restarts,
    clients,
    answered,
    failed: failed.length,
    'slowest answer (ms)': Math.round(slowest),
    seconds: seconds.toFixed(1),
  })
}

export const quick = { restarts: 2 } as const

if (import.meta.main) {
  const { RESTARTS = '50' } = process.env
  await run(30, async () => {
    const result = await restartUnderLoad({ restarts: Number(RESTARTS) }, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
