import { randomBytes } from 'node:crypto'
import { access, constants, link, mkdir, open, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closed, codeOf, holdFolder } from '../process/folder-lock.ts'
import { StartError } from '../process/start-error.ts'

/** The secrets that sign cookies and push messages. Losing them signs everybody out and stops push messages. */
export const secretNames = ['auth-secret', 'push-secret'] as const

export type SecretName = (typeof secretNames)[number]

/**
 * The environment variable for each secret. Servers on several machines have no common data folder and get the secrets
 * from these variables.
 */
export const variableOf = { 'auth-secret': 'AUTH_SECRET', 'push-secret': 'PUSH_SECRET' } as const satisfies Record<
  SecretName,
  string
>

/** The shortest accepted secret, in characters: 32 bytes as base64url. */
const shortest = 43

type DataFolder = {
  /** The absolute path, without symbolic links. */
  path: string
  /** Returns the secret in the file `name` of the folder, created on first use: 32 random bytes as base64url. */
  secret(name: SecretName): Promise<string>
  release(): Promise<void>
}

/**
 * Creates the data folder (mode 0700) if it is missing, and locks it for this process until `release()` or the
 * process's end. With `shared` the folder is not locked, because several processes on one database at DATABASE_URL use
 * its secrets. Throws StartError if the folder is unusable, and FolderHeld if another process has locked it.
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

/** Returns the folder's real path; creates the folder with mode 0700 if it is missing. */
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

export async function readSecrets(folder: string): Promise<Record<string, string>> {
  const found = await Promise.all(
    secretNames.map(
      async (name) => [name, (await readFile(join(folder, name), 'utf8').catch(() => '')).trim()] as const,
    ),
  )
  return Object.fromEntries(found.filter(([, secret]) => secret !== ''))
}

/** Writes a backup's secrets into the folder. Throws StartError before writing if the folder has other secrets. */
export async function keepSecrets(folder: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const present = await readSecrets(folder)
  const wanted = secretNames.flatMap((name) => (secrets[name] === undefined ? [] : [[name, secrets[name]] as const]))
  if (wanted.some(([name, secret]) => (present[name] ?? secret) !== secret)) {
    throw new StartError(
      `The data folder ${folder} has the secrets of another restaurant. Remove ${secretNames.join(' and ')} there, or give this a DATA_DIR of its own.`,
    )
  }
  const short = wanted.find(([, secret]) => secret.trim().length < shortest)
  if (short) throw new StartError(`The ${short[0]} in this backup is damaged: it is too short. Nothing was restored.`)
  for (const [name, secret] of wanted) await readOrMakeSecret(folder, name, secret)
}

/**
 * Returns the secret of a file, which the first call creates. Concurrent processes get the same secret, and no reader
 * sees half of it.
 */
export async function readOrMakeSecret(
  folder: string,
  name: string,
  made = randomBytes(32).toString('base64url'),
): Promise<string> {
  const file = join(folder, name)
  const read = async () => {
    const secret = (await readFile(file, 'utf8')).trim()
    if (secret.length < shortest)
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
  // A link is atomic and, unlike a rename, never replaces the secret of a faster process.
  await link(draft, file).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  await rm(draft)
  return await read()
}

/** Flushes renames and removals in `folder` to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
