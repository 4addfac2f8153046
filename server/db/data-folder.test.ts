import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketFolder } from '../process/folder-lock.ts'
import { StartError } from '../process/start-error.ts'
import { openDataFolder } from './data-folder.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'buka-folder-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('the data folder and its secrets are readable by their owner only', async () => {
  const folder = await openDataFolder(join(root, 'fresh', 'data'))
  const secret = await folder.secret('auth-secret')
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder.path, 'auth-secret'))).mode & 0o777).toBe(0o600)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await folder.secret('auth-secret')).toBe(secret)
  expect(await folder.secret('push-secret')).not.toBe(secret)
  await folder.release()
})

test('concurrent reads of a new secret return the same value and leave no temporary file', async () => {
  const folder = await openDataFolder(join(root, 'race'), { shared: true })
  const secrets = await Promise.all(Array.from({ length: 20 }, () => folder.secret('auth-secret')))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder.path)).toEqual(['auth-secret'])
})

test('a damaged secret stops the start and is not replaced', async () => {
  const folder = await openDataFolder(join(root, 'damaged'), { shared: true })
  await writeFile(join(folder.path, 'auth-secret'), 'short\n')
  await expect(folder.secret('auth-secret')).rejects.toThrow(/damaged\. Restore it, or delete the file/)
  expect(await readFile(join(folder.path, 'auth-secret'), 'utf8')).toBe('short\n')
})

test('a data folder in use is refused with a sentence, and can be opened after its release', async () => {
  const path = join(root, 'held')
  const first = await openDataFolder(path)
  await expect(openDataFolder(path)).rejects.toThrow(
    `Another Buka (process ${process.pid}) is running on the data folder ${first.path}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
  await first.release()
  await (await openDataFolder(path)).release()
})

test('one of five concurrent opens of a data folder succeeds', async () => {
  const path = join(root, 'five')
  const opened = await Promise.allSettled(Array.from({ length: 5 }, () => openDataFolder(path)))
  const got = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(got).toHaveLength(1)
  await got[0]?.release()
})

test('a process killed with SIGKILL releases its data folder, and its lock files are removed', async () => {
  // The second path is too long for a socket, so its lock is reached by the short path that `socketFolder` returns.
  for (const path of [join(root, 'killed'), join(root, 'killed'.repeat(20))]) {
    const script = `
      const { openDataFolder } = await import(${JSON.stringify(new URL('./data-folder.ts', import.meta.url))})
      await openDataFolder(${JSON.stringify(path)})
      console.log('opened')
      setInterval(() => {}, 1000)`
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(owner.stdout, 'data')
    await expect(openDataFolder(path)).rejects.toThrow(`Another Buka (process ${owner.pid}) is running`)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const folder = await openDataFolder(path)
    await folder.release()
    expect(await readdir(folder.path)).toEqual([])
    expect(await readdir(await socketFolder(folder.path, 'running-4194304-ffffff.sock'))).toEqual([])
  }
})

test('an unusable data folder is refused with a sentence that names the folder', async () => {
  await writeFile(join(root, 'file'), '')
  const opening = openDataFolder(join(root, 'file'))
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(/cannot be used \(EEXIST\)\. Give this user the right .* or set DATA_DIR/)
})

test.runIf(process.getuid?.() === 0)(
  'a data folder unreadable for an ordinary user is refused with a sentence that names the folder',
  async () => {
    await chmod(root, 0o755)
    await mkdir(join(root, 'closed'), { mode: 0o700 })
    const script = `
    process.setgid(65534), process.setuid(65534)
    const { openDataFolder } = await import(${JSON.stringify(new URL('./data-folder.ts', import.meta.url))})
    await openDataFolder(${JSON.stringify(join(root, 'closed'))}).catch((error) => console.log(error.message))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(output).toMatch(/closed cannot be used \(EACCES\)/)
  },
)
