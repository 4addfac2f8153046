import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'
import { syncFolder } from './data-folder.ts'
import { processesIn } from './postgres-processes.ts'
import { letThrough, type PostgresUser, postgresUsers } from './postgres-user.ts'

const run = promisify(execFile)

/**
 * The name of a file in the data folder. It contains the path of the database's folder, if the database is elsewhere
 * than in the folder `postgres` beside this file.
 */
const movedFile = 'postgres-folder'

/**
 * Returns the database's folder for the data folder `folder`, whether or not it has a database yet. Throws StartError.
 */
export async function findCluster(folder: string): Promise<string> {
  const moved = (await readFile(join(folder, movedFile), 'utf8').catch(() => '')).trim()
  if (!moved) return join(folder, 'postgres')
  // Without this check, an unmounted volume would lead to a new, empty database.
  if (!(await stat(dirname(moved)).catch(() => undefined))) {
    throw new StartError(
      `The database is in ${moved} (${join(folder, movedFile)} says so), and there is no such folder. Bring it back, or restore a backup into a new DATA_DIR.`,
    )
  }
  return moved
}

/**
 * Returns the database's folder and a user who can run PostgreSQL there. If no such user can reach the data folder,
 * moves the database to a separate folder under /var/lib, and `log` names that folder at every start. Throws
 * StartError.
 */
export async function placeCluster(
  folder: string,
  log: (message: string) => void,
): Promise<{ cluster: string; user: PostgresUser }> {
  let cluster = await findCluster(folder)
  let user: PostgresUser | undefined
  let isReached = false
  for await (user of postgresUsers(cluster)) {
    isReached = await letThrough(dirname(cluster), user)
    if (isReached) break
  }
  if (!user) throw new Error('There is always a user to try.')
  if (!isReached) cluster = await move(folder, cluster, user)
  else if (await isForeign(cluster, user)) await give(cluster, user)
  if (dirname(cluster) !== folder) {
    log(`The database is in ${cluster}: Buka runs as root, and PostgreSQL's user may not enter ${folder}.`)
  }
  return { cluster, user }
}

/**
 * Returns true if the database folder does not belong to the user who will run PostgreSQL. This happens if root made
 * the folder in a user namespace, and user namespaces are forbidden now, so PostgreSQL runs as `postgres`.
 */
async function isForeign(cluster: string, { ids }: PostgresUser): Promise<boolean> {
  const owner = await stat(cluster).catch(() => undefined)
  return owner !== undefined && ids.uid !== undefined && owner.uid !== ids.uid
}

async function give(cluster: string, { ids }: PostgresUser): Promise<void> {
  await requireStopped(cluster)
  // `chown -R` changes the top folder last. If it is killed, the top folder still has the former owner, so the next
  // start repeats the change.
  await run('chown', ['-R', `${ids.uid}:${ids.gid}`, cluster])
}

/** Creates the new folder with a copy of an existing database, then records it in the data folder. */
async function move(folder: string, cluster: string, user: PostgresUser): Promise<string> {
  const home = await mkdtemp('/var/lib/buka-').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `Buka runs as root, PostgreSQL's user (id ${user.ids.uid}) may not enter ${folder}, and the database cannot move to /var/lib (${error.code}). Start Buka as an ordinary user, set DATA_DIR to a folder open to all such as /srv/buka, or set DATABASE_URL.`,
    )
  })
  const moved = join(home, 'postgres')
  await letThrough(home, user)
  const hasDatabase = (await stat(cluster).catch(() => undefined)) !== undefined
  if (hasDatabase) {
    await requireStopped(cluster)
    await cp(cluster, moved, { recursive: true, verbatimSymlinks: true })
    await give(moved, user)
    await run('sync')
  }
  await writeFile(join(folder, `${movedFile}.new`), `${moved}\n`, { mode: 0o600, flush: true })
  await rename(join(folder, `${movedFile}.new`), join(folder, movedFile))
  await syncFolder(folder)
  if (hasDatabase) await rm(cluster, { recursive: true, force: true })
  return moved
}

async function requireStopped(cluster: string): Promise<void> {
  const processes = await processesIn(cluster)
  if (processes.length > 0) {
    throw new StartError(
      `Processes ${processes.join(', ')} still use the database in ${cluster}. End them, then start Buka again.`,
    )
  }
}
