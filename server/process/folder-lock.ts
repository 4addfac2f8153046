import { createHash, randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-error.ts'

/** Thrown if another process, the running server, has locked the folder. */
export class FolderHeld extends StartError {}

/**
 * Returns a path of the folder that leaves room for a socket `name`: the kernel accepts 103 bytes on macOS, and 107 on
 * Linux. A path that is too long is replaced: on Linux by a short /proc path that is valid only in this process,
 * elsewhere by a folder under the temp folder.
 */
export async function socketFolder(folder: string, name: string): Promise<string> {
  if (Buffer.byteLength(join(folder, name)) < 100) return folder
  // The folder stays open while the process runs, because the path of the sockets refers to the open folder.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, 'r')}`
  const short = join(tmpdir(), `buka-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  try {
    await mkdir(short, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const found = await lstat(short)
  // Everybody may write to the temp folder, so a folder that another user created is not trusted.
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new StartError(`The folder ${short} belongs to another user. Remove it, or set DATA_DIR to a shorter path.`)
  }
  await chmod(short, 0o700)
  return short
}

/**
 * Locks a data folder. Throws FolderHeld if another process keeps its lock. The lock is a socket that this process
 * listens on. The system closes the socket however the process dies, so a stale lock cannot look alive, as a reused
 * process id would. The lock also works between containers that mount the same folder. Each process first listens on
 * its own socket and only then looks for sockets that respond. Of two processes that start at the same moment, at least
 * one therefore sees the other.
 */
export async function holdFolder(folder: string): Promise<Server> {
  const sockets = await socketsOf(folder)
  let other: string | undefined
  for (let attempt = 0; attempt < 6; attempt++) {
    // If two processes have seen each other, each retries after a random time. A server that is stopping gets time to
    // end.
    if (attempt > 0) await sleep(100 + Math.random() * 300)
    const attempted = await hold(folder, sockets)
    if (typeof attempted !== 'string') return attempted
    other = attempted
  }
  throw new FolderHeld(
    `Another Buka${other ? ` (process ${other})` : ''} is running on the data folder ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
}

/**
 * Waits until a folder is free, and locks it. Returns the function that releases the lock. Rejects if `signal` aborts.
 */
export async function holdInTurn(folder: string, signal: AbortSignal): Promise<() => Promise<void>> {
  const sockets = await socketsOf(folder)
  for (;;) {
    const held = await hold(folder, sockets)
    if (typeof held !== 'string') return () => closed(held)
    await sleep(500 + Math.random() * 500, undefined, { signal })
  }
}

const socketsOf = (folder: string) => socketFolder(folder, 'running-4194304-ffffff.sock')

/** Returns the server that locks the folder, or the process id of the current holder. */
const hold = (folder: string, sockets: string) =>
  process.platform === 'win32' ? holdPipe(folder) : holdSocket(sockets)

const socketName = /^running-(\d+)-[0-9a-f]{6}\.sock$/

async function holdSocket(sockets: string): Promise<Server | string> {
  const name = `running-${process.pid}-${randomBytes(3).toString('hex')}.sock`
  const own = join(sockets, name)
  const server = await listening(own)
  for (const file of await readdir(sockets)) {
    const pid = socketName.exec(file)?.[1]
    if (!pid || file === name) continue
    if (await answers(join(sockets, file))) {
      await closed(server)
      return pid
    }
    await rm(join(sockets, file), { force: true })
  }
  // A process that looked between the bind and the listen above took this socket for a dead one and removed it.
  if (!(await readdir(sockets)).includes(name)) {
    await closed(server)
    return String(process.pid)
  }
  return server
}

async function holdPipe(folder: string): Promise<Server | string> {
  // On Windows, a named pipe belongs to the first process that creates it, and ends with that process.
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)
  return await listening(`\\\\.\\pipe\\buka-${name}`).catch((error) => {
    if (codeOf(error) === 'EADDRINUSE') return ''
    throw error
  })
}

function listening(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Only a refused connection or a missing socket shows that no process listens. Any other error, such as a full
    // queue, may come from a living process.
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))))
  })
}

/** Returns the system's name of an error, such as EEXIST. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
