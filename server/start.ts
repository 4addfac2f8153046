import cluster, { type Worker } from 'node:cluster'
import { extname, join } from 'node:path'
import { readSettings } from './process/env.ts'
import { describeError, log } from './process/log.ts'
import { sentenceOf } from './process/start-error.ts'

/*
 * `npm start`: this process keeps what survives a restart of the server: the data folder, the embedded PostgreSQL and
 * the listening socket. It runs `main.ts` in a separate process. SIGHUP starts the next server, lets it take new
 * requests, and then lets the previous one finish and end, so no connection is refused or reset. SIGTERM and
 * SIGINT end everything. A server that exits unexpectedly ends everything as well, with its exit code.
 */

// Lets the system pass each connection to the first server that accepts it, without this process.
cluster.schedulingPolicy = cluster.SCHED_NONE
cluster.setupPrimary({
  // The server's program, beside this file, as source or as built.
  exec: join(import.meta.dirname, `main${extname(import.meta.filename)}`),
  args: process.argv.slice(2),
  // Resolves the folder by its path again, because a new release may have replaced the folder in which this process
  // started.
  cwd: process.cwd(),
  // Node options of this program are not passed on.
  execArgv: [],
})

const stopping = new AbortController()
const databaseStarted = Promise.withResolvers<void>()
const stops: (() => Promise<void>)[] = []
let serving: Worker | undefined
let restarting: Promise<void> = Promise.resolve()

async function start(): Promise<void> {
  const { dataDir, databaseUrl } = readSettings(process.env, process.argv)
  // The server loads its modules while the database starts here.
  serving = fork()
  if (databaseUrl === undefined) {
    const { openDataFolder } = await import('./db/data-folder.ts')
    const { startPostgres } = await import('./db/postgres.ts')
    const folder = await openDataFolder(dataDir)
    stops.push(folder.release)
    const { signal } = stopping
    const logDatabase = (message: string) => log('database', { message })
    const postgres = await startPostgres({ dataDir: folder.path, log: logDatabase, signal })
    stops.push(postgres.stop)
    signal.throwIfAborted()
  }
  databaseStarted.resolve()
}

function fork(): Worker {
  const worker = cluster.fork()
  void databaseStarted.promise.then(() => worker.isConnected() && worker.send('database-started'))
  worker.once('exit', (code, signal) => {
    if (worker !== serving) return
    if (!stopping.signal.aborted && signal) log('server.ended', { signal })
    void end(code ?? 1)
  })
  return worker
}

async function restart(): Promise<void> {
  const last = serving
  if (!last || stopping.signal.aborted) return
  const next = fork()
  const isOpen = await new Promise<boolean>((resolve) => {
    next.once('listening', () => resolve(true))
    next.once('exit', () => resolve(false))
  })
  if (!isOpen)
    return log('restart.failed', { message: 'The new server did not start; the previous one keeps running.' })
  serving = next
  const ended = new Promise((resolve) => last.once('exit', resolve))
  last.send('retire')
  await ended
}

let ending: Promise<void> | undefined

/** Ends the servers, then PostgreSQL, then this process. */
function end(code: number): Promise<void> {
  stopping.abort()
  ending ??= (async () => {
    await starting.catch(() => {})
    const servers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
    const ended = servers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
    for (const worker of servers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
    for (const stop of stops.splice(0).reverse()) {
      await stop().catch((error: unknown) => log('stop.failed', describeError(error)))
    }
    process.exit(code)
  })()
  return ending
}

process.on('SIGTERM', () => void end(0))
process.on('SIGINT', () => void end(0))
process.on('SIGHUP', () => {
  restarting = restarting.then(restart)
})

const starting = start()
try {
  await starting
} catch (error) {
  const sentence = sentenceOf(error)
  if (sentence !== undefined) console.error(`\n  ${sentence}\n`)
  else if (!stopping.signal.aborted) log('start.failed', describeError(error))
  await end(1)
}
