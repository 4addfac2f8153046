import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Named = { readonly file: string; readonly title: string }

/** Finds tests named in one of two forms: `file` (SAFE-1, 'title…'), or SAFE-1 in `file`, `file` and `file`. */
function testsNamedIn(text: string): Named[] {
  const behind = [...text.matchAll(/`([^`]+\.test\.tsx?)` \(([^)]+)\)/g)].flatMap(([, file = '', names = '']) =>
    names.split(', ').map((title) => ({ file, title })),
  )
  const before = [...text.matchAll(/([A-Z]+-\d+) in (`[^`]+`(?:(?:, | and )`[^`]+`)*)/g)].flatMap(
    ([, title = '', files = '']) => [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => ({ file, title })),
  )
  return [...behind, ...before]
}

function isThere({ file, title }: Named): boolean {
  const source = existsSync(join(root, file)) ? read(file) : ''
  const words = /^'(.+?)…?'$/.exec(title)?.[1]
  if (words !== undefined) return source.includes(`('${words}`)
  // A title may begin with several ids.
  const ids = [...source.matchAll(/[\s(]['"`]((?:[A-Z]+-\d+[ :]+)+)/g)].flatMap(([, ids = '']) => ids.split(/[ :]+/))
  return ids.includes(title)
}

test('docs/security.md or docs/reliability.md names a test for each of SAFE-1 to SAFE-22', () => {
  const named = testsNamedIn(`${read('docs/security.md')}\n${read('docs/reliability.md')}`)
  const points = Array.from({ length: 22 }, (_, index) => `SAFE-${index + 1}`)
  expect(points.filter((point) => !named.some(({ title }) => title === point))).toEqual([])
})

test('every endpoint that a comment names is in contract/endpoints.ts', () => {
  const plain = (name: string) => name.replace(/\?.*/, '').replace(/\{\w+\}|:\w+/g, '{}')
  const known = ['POST /api/orders/{id}/{action}', ...Object.keys(endpoints)].map(plain)
  const named = ['contract', 'domain', 'server', 'web']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      // A name with `$` is a template of code.
      [...read(file).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^`\s$]+)`/g)].map(([, name = '']) => ({
        file,
        name,
      })),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !known.includes(plain(name)))).toEqual([])
})

const decisions = readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md')

test('the index of decisions lists each decision with its title and its date', () => {
  const rows = decisions.map((file) => {
    const [, number, title] = /^# (\d{4}): (.+)/.exec(read(`docs/decisions/${file}`)) ?? []
    const [, date] = /^Status: .*Date: ([\d-]{10})\./m.exec(read(`docs/decisions/${file}`)) ?? []
    return `| [${number}](${file}) | ${title} | ${date} |`
  })
  expect(read('docs/decisions/README.md').match(/^\| \[.*$/gm)).toEqual(rows.sort())
})

const documents = [
  'docs/architecture.md',
  'docs/security.md',
  'docs/reliability.md',
  'docs/operating.md',
  'README.md',
  'CONTRIBUTING.md',
]

describe.each([...documents, ...decisions.map((file) => `docs/decisions/${file}`)])('%s', (document) => {
  const text = read(document)

  test('every file and program that a document names exists', () => {
    const paths = [...text.matchAll(/`(?:\w+=\S+ )?(?:node )?((?:tests|server|domain|contract|web|tools)\/[^\s`]+)/g)]
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([])
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  test('every test that a document names is in the named file, with the named title or id (such as SAFE-12)', () => {
    const named = testsNamedIn(text)
    if (['docs/security.md', 'docs/reliability.md'].includes(document)) expect(named.length).toBeGreaterThan(20)
    expect(named.filter((each) => !isThere(each))).toEqual([])
  })
})

test('each name in the table of CONTRIBUTING.md is in a file that its row names', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| ([^|]+\?) \| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(30)
  const wrong = rows.flatMap(([, question, answer = '']) => {
    const words = [...answer.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
    const files: string[] = []
    for (const word of words.filter((word) => /^[\w/-]+(\.tsx?|\/)$/.test(word))) {
      // A file without a folder is in the folder named before, or in the folder of the file named before.
      const before = files.at(-1) ?? ''
      files.push(word.includes('/') ? word : join(before.endsWith('/') ? before : dirname(before), word))
    }
    const source = files.filter((file) => !file.endsWith('/') && existsSync(join(root, file))).map(read)
    return [
      ...files.filter((file) => !existsSync(join(root, file))),
      ...words.filter((word) => /^\w+$/.test(word) && !source.some((text) => new RegExp(`\\b${word}\\b`).test(text))),
    ].map((missing) => `${question} ${missing}`)
  })
  expect(wrong).toEqual([])
})
