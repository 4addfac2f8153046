import { createHash, randomBytes } from 'node:crypto'
import { openSync } from 'node:fs'
import { access, chmod, constants, link, lstat, mkdir, open, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../process/start-error.ts'

/** Another process holds the folder: the server is running. */
export class FolderHeld extends StartError {}

/** The secrets that sign cookies and push messages: without them everybody is signed out and push messages stop. */
export const secretNames = ['auth-secret', 'push-secret'] as const

export type SecretName = (typeof secretNames)[number]

/** The environment variable of each, for servers that share no data folder. */
export const variableOf = { 'auth-secret': 'AUTH_SECRET', 'push-secret': 'PUSH_SECRET' } as const satisfies Record<
  SecretName,
  string
>

type DataFolder = {
  /** Absolute, without symbolic links. */
  path: string
  /** The secret in the file `name` of the folder, made on first use: 32 random bytes as base64url. */
  secret(name: SecretName): Promise<string>
  release(): Promise<void>
}

/**
 * Makes the data folder (mode 0700) where there is none, and holds it for this process alone until `release()` or death.
 * With `shared` nobody holds it: for several processes beside one database at DATABASE_URL, with the same secrets.
 * Throws StartError when the folder cannot be used, and FolderHeld when another process holds it.
 */
export async function openDataFolder(path: string, { shared = false } = {}): Promise<DataFolder> {
  const folder = await makeDataFolder(path)
  const lock = shared ? undefined : await holdFolder(folder)
  return {
    path: folder,
    secret: (name) => readOrMakeSecret(folder, name),
    release: async () => {
      if (lock) await closed(lock)
    },
  }
}

/** The folder's real path, made with mode 0700 where there is none. */
export async function makeDataFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be used (${codeOf(error)}). Give this user the right to read and write it, or set DATA_DIR to another folder.`,
    )
  }
}

/** The secrets that the folder has, by name. */
export async function readSecrets(folder: string): Promise<Record<string, string>> {
  const found = await Promise.all(
    secretNames.map(
      async (name) => [name, (await readFile(join(folder, name), 'utf8').catch(() => '')).trim()] as const,
    ),
  )
  return Object.fromEntries(found.filter(([, secret]) => secret !== ''))
}

/** Writes the secrets of a backup into the folder. Throws StartError, with nothing written, where the folder has others. */
export async function keepSecrets(folder: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const present = await readSecrets(folder)
  const wanted = secretNames.flatMap((name) => (secrets[name] === undefined ? [] : [[name, secrets[name]] as const]))
  if (wanted.some(([name, secret]) => (present[name] ?? secret) !== secret)) {
    throw new StartError(
      `The data folder ${folder} has the secrets of another restaurant. Remove ${secretNames.join(' and ')} there, or give this a DATA_DIR of its own.`,
    )
  }
  for (const [name, secret] of wanted) await readOrMakeSecret(folder, name, secret)
}

/** Several processes may ask at once: all get the same secret, and no reader sees half of one. */
export async function readOrMakeSecret(
  folder: string,
  name: string,
  made = randomBytes(32).toString('base64url'),
): Promise<string> {
  const file = join(folder, name)
  const read = async () => {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length < 43)
      throw new StartError(`The secret in ${file} is damaged. Restore it, or delete the file to have a new one made.`)
    return secret
  }
  try {
    return await read()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${made}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // A link appears whole or not at all and, unlike a rename, never replaces the secret of a process that was faster.
  await link(draft, file).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  await rm(draft)
  return await read()
}

/**
 * A folder by a path that leaves room for a socket `name` (the kernel takes 103 bytes on macOS, 107 on Linux): `folder`
 * itself; where its path is too long, on Linux a short name that `folder` has in this process alone, and elsewhere a folder
 * under the temp folder.
 */
export async function socketFolder(folder: string, name: string): Promise<string> {
  if (Buffer.byteLength(join(folder, name)) < 100) return folder
  // Left open for as long as the process runs, because the sockets are used for as long.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(folder, 'r')}`
  const short = join(tmpdir(), `buka-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  try {
    await mkdir(short, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const found = await lstat(short)
  // Anybody may write to the temp folder: a folder that somebody else put there is not to be trusted with our socket.
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new StartError(`The folder ${short} belongs to another user. Remove it, or set DATA_DIR to a shorter path.`)
  }
  await chmod(short, 0o700)
  return short
}

/** Writes what was renamed or removed in `folder` to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/*
 * The lock is a socket that this process listens on. The system closes it however the process dies, so there is nothing
 * stale to mistake for a living holder: no process id that might have been given to somebody else, and it is seen from
 * another container that mounts the same folder. Each process first listens on a socket of its own name and only then
 * looks for others that answer, so of two that start together at least one sees the other.
 */
async function holdFolder(folder: string): Promise<Server> {
  let other: string | undefined
  for (let attempt = 0; attempt < 6; attempt++) {
    // Two that met give way to each other for different times; and a server that is just stopping gets a moment.
    if (attempt > 0) await sleep(100 + Math.random() * 300)
    const attempted = process.platform === 'win32' ? await holdPipe(folder) : await holdSocket(folder)
    if (typeof attempted !== 'string') return attempted
    other = attempted
  }
  throw new FolderHeld(
    `Another Buka${other ? ` (process ${other})` : ''} is running on the data folder ${folder}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
}

const socketName = /^running-(\d+)-[0-9a-f]{6}\.sock$/

/** The server that holds the folder, or the process id of whoever holds it already. */
async function holdSocket(folder: string): Promise<Server | string> {
  const name = `running-${process.pid}-${randomBytes(3).toString('hex')}.sock`
  const sockets = await socketFolder(folder, 'running-4194304-ffffff.sock')
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
  // Whoever looked in the instant between our bind and our listen took our socket for a dead one and removed it.
  if (!(await readdir(sockets)).includes(name)) {
    await closed(server)
    return String(process.pid)
  }
  return server
}

async function holdPipe(folder: string): Promise<Server | string> {
  // A named pipe belongs to the process that made it first, and goes with it.
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

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Anything but a plain refusal (a full queue, say) may be a living holder.
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))))
  })
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}
