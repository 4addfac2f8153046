import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { processorTime } from '#tests/support/process-tree.ts'
import type { Done, Job } from './client.ts'
import { besideServer } from './processor.ts'

const programs = { client: 'client.ts', bareServer: 'bare-server.ts', bareOrders: 'bare-orders.ts' } as const

function command(program: keyof typeof programs, words: readonly string[]): [string, string[]] {
  const path = fileURLToPath(new URL(programs[program], import.meta.url))
  const [file = '', ...rest] = [...(program === 'client' ? [] : besideServer), process.execPath, path, ...words]
  return [file, rest]
}

export type Measured = {
  /** CPU milliseconds for a unit of work. */
  readonly value: number
  /** The share of its core that the client used, from 0 to 1. Near 1, the client was the bottleneck. */
  readonly client: number
}

/** Runs a client's job at `port`, and measures process `root` and its descendants during the job. */
export async function measure(root: number, port: number, job: Job): Promise<Measured> {
  const before = await processorTime(root)
  const { stdout } = await promisify(execFile)(...command('client', [String(port), JSON.stringify(job)]))
  const { units, milliseconds, clientMilliseconds } = JSON.parse(stdout) as Done
  return { value: ((await processorTime(root)) - before) / units, client: clientMilliseconds / milliseconds }
}

export function mean(all: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => all.reduce((sum, each) => sum + each[name], 0) / all.length
  return { value: of('value'), client: of('client') }
}

/** Returns the CPU milliseconds for an order's rows, the lower limit of an order's cost. No server may run. */
export async function bareOrder(dataDir: string, orderId: string, customerIds: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)(...command('bareOrders', [dataDir, orderId, customerIds.join()]))
  return Number(stdout)
}

/** Starts the bare server, whose cost of sending a file is the lower limit of a cached answer's cost. */
export async function startBareServer(file: string): Promise<{ pid: number; port: number; stop(): void }> {
  const child = spawn(...command('bareServer', [file]), { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, port: Number(port), stop: () => void child.kill() }
}
