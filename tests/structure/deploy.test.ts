import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { secretNames } from '#server/db/data-folder.ts'
import { backupName } from '#server/db/kept-backups.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rules of .dockerignore. An asterisk matches hidden files too; two asterisks match any number of folders. */
const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const words = line.replace(/^!/, '').split(/(\*\*\/|\*)/)
    const pattern = words
      .map((word) => ({ '**/': '(?:.*/)?', '*': '[^/]*' })[word] ?? word.replaceAll('.', '\\.'))
      .join('')
    return { sends: line.startsWith('!'), pattern: new RegExp(`^${pattern}$`) }
  })

/** Returns true if docker sends the file to the build. The last rule that matches the file or its folder decides. */
function isSent(file: string): boolean {
  const parts = file.split('/')
  const places = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const rule = rules.findLast(({ pattern }) => places.some((place) => pattern.test(place)))
  return rule === undefined || rule.sends
}

const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list = '']) =>
  list.split(' '),
)
const isCopied = (file: string) => copied.some((each) => file === each || file.startsWith(`${each}/`))

const backup = backupName(new Date(0))
const secrets = [
  '.env',
  'deploy/.env',
  'deploy/.env.production',
  'buka.env',
  'server/.env',
  ...secretNames.flatMap((name) => [`data/${name}`, `kept/${name}`]),
  'data/demo-sign-ins.txt',
  ...['', 'backups/', 'server/'].flatMap((folder) => [
    folder + backup,
    `${folder}${backup}.txt`,
    `${folder}${backup}.part`,
  ]),
]

test('SAFE-13: the container image contains no secret and no backup from any folder of the checkout', () => {
  expect(secrets.filter((file) => isSent(file))).toEqual([])
  for (const file of ['.npmrc', '.git/config', 'data/postgres/PG_VERSION'])
    expect([file, isSent(file)]).toEqual([file, false])
  expect(copied.filter((each) => !existsSync(join(root, each)) || !isSent(each))).toEqual([])
  // A changed package-lock.json would make the start build again.
  expect(read('deploy/Dockerfile')).not.toMatch(/RUN.*npm (prune|install)/)
})

test('SAFE-13: git ignores secrets and backups in every folder of the checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buka-ignored-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copyFileSync(join(root, '.gitignore'), join(folder, '.gitignore'))
  const git = (...words: string[]) => execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' })
  git('init', '--quiet')
  const kept = ['deploy/env.example', 'tests/fixtures/migration-0013.backup', 'server/db/kept-backups.ts']
  const ignored = git('check-ignore', '--verbose', '--non-matching', '--no-index', ...secrets, ...kept)
  // The output of git begins with '::' if no rule matches. A rule that begins with '!' makes git keep the file.
  const tracked = ignored.split('\n').filter((line) => /^::|^\S+:!/.test(line))
  expect(tracked.map((line) => line.split('\t')[1])).toEqual(kept)
})

/** Returns the files of this checkout that a file imports, or names by `new URL(…, import.meta.url)`. */
function needed(file: string): string[] {
  const source = /\.(ts|tsx|mjs)$/.test(file) ? read(file) : ''
  const imports = source.matchAll(/(?:from |import |import\()'([.#][^']+)'|new URL\('(\.[^']+)', import\.meta\.url\)/g)
  return [...imports].map(([, path, beside]) => {
    const place = path ?? beside ?? ''
    return place.startsWith('#') ? place.slice(1) : normalize(join(dirname(file), place))
  })
}

test('the container image has every file that the build, the start and the operator’s programs load', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const programs = ['build', 'start', 'owner', 'backup', 'restore'].flatMap(
    (name) => scripts[name]?.match(/\b(?:tools|server)\/[\w.-]+/g) ?? [],
  )
  // Built files are left out, because they do not exist yet. vite loads vite.config.ts, which loads tsconfig.json.
  const queue = [
    ...programs,
    'server/main.ts',
    'server/start.ts',
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.base.json',
  ]
  // The build finds pages by their file names.
  queue.push(...globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.{ts,tsx}'] }))
  queue.push('restaurant/settings.json', 'package.json', 'package-lock.json', 'tools/link-node.mjs')
  const reached = new Set<string>()
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file) || /^(dist|node_modules)\b/.test(file) || !existsSync(join(root, file))) continue
    reached.add(file)
    if (file !== '.') queue.push(...needed(file))
  }
  reached.delete('.')
  expect(programs).toContain('tools/start.mjs')
  for (const file of [
    'server/photos/decode-process.ts',
    'server/db/migrations',
    'domain/menu/pricing.ts',
    'web/customer/menu/menu-page.tsx',
  ]) {
    expect([...reached]).toContain(file)
  }
  expect([...reached].filter((file) => !isSent(file) || !isCopied(file))).toEqual([])
})

test('nginx accepts the largest body that an endpoint accepts', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? []
  const largest = Math.max(...Object.values<Endpoint>(endpoints).map(({ mostBytes = 0 }) => mostBytes))
  expect(largest).toBeGreaterThan(1024 * 1024)
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest)
})

test('every package in the lock file has its integrity hash and no registry address', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string }>
  }
  const { '': _, ...others } = packages
  expect(Object.keys(others).length).toBeGreaterThan(100)
  const wrong = Object.entries(others).filter(
    ([, { integrity, resolved }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined,
  )
  expect(wrong.map(([place]) => place)).toEqual([])
})

test('the operator can pin every container image by its digest in one file', () => {
  const compose = read('deploy/compose.yaml')
  const images = [
    ...[...read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image),
    ...[...compose.matchAll(/^ +image: (\S+)/gm)].map(([, image]) => image).filter((image) => image !== 'buka'),
  ]
  expect(images).toHaveLength(4)
  const variables = images.map((image) => /^\$\{(\w+)(?::-[^}]+)?\}$/.exec(image ?? '')?.[1])
  expect(new Set(variables)).toEqual(new Set(['NODE_IMAGE', 'POSTGRES_IMAGE', 'CADDY_IMAGE']))
  for (const [, variable, tag] of compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)) {
    expect(read('deploy/env.example')).toContain(`\n#${variable}=${tag}@sha256:`)
  }
  expect(read('deploy/Dockerfile')).toContain('ARG NODE_IMAGE=node:24-bookworm-slim')
})

test('every container and the systemd service have limits for memory and processes', () => {
  const services = read('deploy/compose.yaml')
    .split(/\n {2}(?=\w+:\n)/)
    .slice(1)
  expect(services).toHaveLength(3)
  for (const service of services) expect(service).toMatch(/mem_limit: \d+m\n +pids_limit: \d+\n/)
  expect(read('deploy/buka.service')).toMatch(/^MemoryMax=.+\nTasksMax=\d+$/m)
})
