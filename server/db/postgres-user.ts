import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'

const run = promisify(execFile)

export type SystemUser = { uid: number; gid: number }

/**
 * Whom to run PostgreSQL as. It refuses to be root, so under root it becomes the owner of the database folder, or before
 * there is one the user `postgres`, made where missing. Undefined for an ordinary user: PostgreSQL simply runs as that.
 * Throws StartError when the database folder belongs to somebody it cannot be run as.
 */
export async function postgresUser(cluster: string): Promise<SystemUser | undefined> {
  if (!process.getuid) return undefined
  const uid = process.getuid()
  const owner = await stat(cluster).catch(() => undefined)
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new StartError(
        `The database in ${cluster} belongs to another user (id ${owner.uid}). Start Buka as root or as that user.`,
      )
    }
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = (await find('postgres')) ?? (await make('postgres'))
  if (owner)
    throw new StartError(
      `The database in ${cluster} belongs to root, whom PostgreSQL refuses to be. Run once: chown -R postgres: ${cluster}`,
    )
  return user
}

async function find(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    )
    return uid !== undefined && gid !== undefined ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

async function make(name: string): Promise<SystemUser> {
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]).catch(
    () => {},
  )
  const made = await find(name)
  if (made) return made
  throw new StartError(
    `Buka runs as root, which PostgreSQL refuses, and no user "${name}" could be made. Start Buka as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Lets `user` pass through our data folder to the database inside; what else lies there stays unreadable to them. */
export async function letThrough(dataFolder: string, user: SystemUser): Promise<void> {
  if (await canEnter(dataFolder, user)) return
  const { uid, mode } = await stat(dataFolder)
  await chown(dataFolder, uid, user.gid)
  await chmod(dataFolder, (mode & 0o7777) | 0o010)
}

/** Throws a StartError that names the folder which keeps `user` from `path`, the outermost first. */
export async function requireReach(path: string, user: SystemUser): Promise<void> {
  if (await canEnter(path, user)) return
  const above: string[] = []
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) above.unshift(folder)
  let closed = path
  for (const folder of above) {
    if (await canEnter(folder, user)) continue
    closed = folder
    break
  }
  throw new StartError(
    `Buka runs as root, so its PostgreSQL runs as another user (id ${user.uid}), who may not enter ${closed} on the way to ${path}. Start Buka as an ordinary user, move it to a folder open to all such as /srv/buka, or set DATABASE_URL.`,
  )
}

/** Asked of the system as that user, because access lists and mounts have a say beyond the mode bits. */
async function canEnter(path: string, user: SystemUser): Promise<boolean> {
  return await run('test', ['-x', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
