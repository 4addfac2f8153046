import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'

const run = promisify(execFile)

/**
 * The user for PostgreSQL's programs: ids to run as, or a prefix command that changes the user. Empty for the current
 * user.
 */
export type PostgresUser = { readonly ids: { uid?: number; gid?: number }; readonly prefix: readonly string[] }

/** Returns the file and arguments that run `program` as `user`. */
export function commandOf(user: PostgresUser, program: string, args: readonly string[]): [string, string[]] {
  const [file = program, ...rest] = [...user.prefix, program, ...args]
  return [file, rest]
}

/**
 * Yields the users who may run PostgreSQL on `cluster`, the best first. An ordinary user runs PostgreSQL directly.
 * PostgreSQL refuses to run as root, so root runs it as the owner of the database folder. If root owns the folder, or
 * the folder is missing, root runs PostgreSQL in a user namespace in which root has another id, or else as the user
 * `postgres`, which is created if missing. Throws StartError if no user can run it.
 */
export async function* postgresUsers(cluster: string): AsyncGenerator<PostgresUser> {
  const uid = process.getuid?.()
  const owner = await stat(cluster).catch(() => undefined)
  if (uid !== 0) {
    if (owner && uid !== undefined && owner.uid !== uid) {
      throw new StartError(
        `The database in ${cluster} belongs to another user (id ${owner.uid}). Start Buka as root or as that user.`,
      )
    }
    yield { ids: {}, prefix: [] }
    return
  }
  if (owner && owner.uid !== 0) {
    yield { ids: { uid: owner.uid, gid: owner.gid }, prefix: [] }
    return
  }
  // The namespace maps root to `nobody`, because initdb requires a user that has a name.
  const nobody = await find('nobody')
  if (nobody) {
    const prefix = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--']
    yield { ids: {}, prefix }
  }
  yield { ids: (await find('postgres')) ?? (await make('postgres')), prefix: [] }
}

async function find(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    )
    return uid !== undefined && gid !== undefined ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

async function make(name: string): Promise<{ uid: number; gid: number }> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]).catch(
    () => {},
  )
  const made = await find(name)
  if (made) return made
  throw new StartError(
    `Buka runs as root, which PostgreSQL refuses, and no user "${name}" could be made. Start Buka as an ordinary user, or set DATABASE_URL.`,
  )
}

/**
 * Returns true if `user` can enter our `folder`. If necessary, lets the user's group enter; the folder's contents stay
 * unreadable.
 */
export async function letThrough(folder: string, user: PostgresUser): Promise<boolean> {
  if (await canEnter(folder, user)) return true
  if (user.ids.gid === undefined || !(await canEnter(dirname(folder), user))) return false
  const { uid, mode } = await stat(folder)
  await chown(folder, uid, user.ids.gid)
  await chmod(folder, (mode & 0o7777) | 0o010)
  return await canEnter(folder, user)
}

/**
 * Returns true if `user` can enter `path`. Runs a test as that user, because access lists and mounts restrict access as
 * well as the mode does.
 */
export async function canEnter(path: string, user: PostgresUser): Promise<boolean> {
  return await run(...commandOf(user, 'test', ['-x', path]), { ...user.ids, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
