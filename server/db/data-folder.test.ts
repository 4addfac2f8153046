import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { openDataFolder, socketFolder } from './data-folder.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'buka-folder-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('the data folder is made for its owner alone, and its secrets too', async () => {
  const folder = await openDataFolder(join(root, 'fresh', 'data'))
  const secret = await folder.secret('auth-secret')
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder.path, 'auth-secret'))).mode & 0o777).toBe(0o600)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await folder.secret('auth-secret')).toBe(secret)
  expect(await folder.secret('push-secret')).not.toBe(secret)
  await folder.release()
})

test('all who ask for a new secret at once get the same, and no draft of one is left', async () => {
  const folder = await openDataFolder(join(root, 'race'), { shared: true })
  const secrets = await Promise.all(Array.from({ length: 20 }, () => folder.secret('auth-secret')))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(folder.path)).toEqual(['auth-secret'])
})

test('a damaged secret stops the start instead of signing everybody out', async () => {
  const folder = await openDataFolder(join(root, 'damaged'), { shared: true })
  await writeFile(join(folder.path, 'auth-secret'), 'short\n')
  await expect(folder.secret('auth-secret')).rejects.toThrow(/damaged\. Restore it, or delete the file/)
  expect(await readFile(join(folder.path, 'auth-secret'), 'utf8')).toBe('short\n')
})

test('a folder that is held is refused with a sentence, and free again after release', async () => {
  const path = join(root, 'held')
  const first = await openDataFolder(path)
  await expect(openDataFolder(path)).rejects.toThrow(
    `Another Buka (process ${process.pid}) is running on the data folder ${first.path}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
  await first.release()
  await (await openDataFolder(path)).release()
})

test('of five that open a folder at once exactly one gets it', async () => {
  const path = join(root, 'five')
  const opened = await Promise.allSettled(Array.from({ length: 5 }, () => openDataFolder(path)))
  const got = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(got).toHaveLength(1)
  await got[0]?.release()
})

test('a holder killed with -9 holds nothing, and what it left is cleared away', async () => {
  // The second is longer than a socket's path may be.
  for (const path of [join(root, 'killed'), join(root, 'killed'.repeat(20))]) {
    const script = `
      const { openDataFolder } = await import(${JSON.stringify(new URL('./data-folder.ts', import.meta.url))})
      await openDataFolder(${JSON.stringify(path)})
      console.log('held')
      setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script])
    await once(holder.stdout, 'data')
    await expect(openDataFolder(path)).rejects.toThrow(`Another Buka (process ${holder.pid}) is running`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const folder = await openDataFolder(path)
    await folder.release()
    expect(await readdir(folder.path)).toEqual([])
    expect(await readdir(await socketFolder(folder.path, 'running-4194304-ffffff.sock'))).toEqual([])
  }
})

test('a data folder that cannot be used is named in a sentence', async () => {
  await writeFile(join(root, 'file'), '')
  const opening = openDataFolder(join(root, 'file'))
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(/cannot be used \(EEXIST\)\. Give this user the right .* or set DATA_DIR/)
})

test.runIf(process.getuid?.() === 0)('an unreadable data folder is named to an ordinary user', async () => {
  await chmod(root, 0o755)
  await mkdir(join(root, 'closed'), { mode: 0o700 })
  const script = `
    process.setgid(65534), process.setuid(65534)
    const { openDataFolder } = await import(${JSON.stringify(new URL('./data-folder.ts', import.meta.url))})
    await openDataFolder(${JSON.stringify(join(root, 'closed'))}).catch((error) => console.log(error.message))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(said).toMatch(/closed cannot be used \(EACCES\)/)
})
