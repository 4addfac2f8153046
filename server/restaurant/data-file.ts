import { access, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { z } from 'zod'
import { StartError } from '../process/start-error.ts'

/**
 * Reads and validates one JSON file of the restaurant. Throws StartError with one sentence that names file, entry and
 * fault.
 */
export async function readDataFile<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  const data = parseJson(file, await readText(file))
  const result = schema.safeParse(data, { error: wording })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new StartError(
    issue ? `${file}: ${faultSentence(basename(file, '.json'), data, issue)}` : `${file} cannot be used.`,
  )
}

async function readText(file: string): Promise<string> {
  try {
    // Some editors on Windows put a byte order mark first, which JSON.parse refuses.
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    throw unreadable(file, error)
  }
}

export function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Returns the StartError for a file or folder that could not be read. */
export function unreadable(path: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? error.code : error
  return new StartError(code === 'ENOENT' ? `${path} is missing.` : `${path} cannot be read (${code}).`)
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const before = text.slice(0, faultAt(text, reason)).split('\n')
    const [what] = reason.split(/ in JSON|, (?:\.\.\.)?"/)
    throw new StartError(
      `${file} is not valid JSON: ${what} (line ${before.length}, column ${(before.at(-1) ?? '').length + 1}).`,
    )
  }
}

/**
 * Returns the index of the fault in the text. V8's error has the index, or quotes ten characters on each side of the
 * fault. If it has neither, the fault is at the end of the text.
 */
function faultAt(text: string, reason: string): number {
  const position = /at position (\d+)/.exec(reason)?.[1]
  if (position !== undefined) return Number(position)
  const [, stray = '', cut, quoted = ''] =
    /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(?:\.\.\.)? is/su.exec(reason) ?? []
  if (quoted === '') return text.length
  return cut ? text.indexOf(quoted) + 10 : text.indexOf(stray)
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object in {}',
}

/** Returns the message for a fault that Zod found. A message of the schema itself takes precedence. */
export function wording(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'unrecognized_keys':
      return `has an unknown key ${JSON.stringify(issue.keys[0])}`
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty'
      return issue.origin === 'array' ? `must have ${issue.minimum} or more` : `must be ${issue.minimum} or more`
    case 'too_big':
      return issue.origin === 'array' ? `must have ${issue.maximum} at most` : `must be ${issue.maximum} at most`
    default:
      return issue.message ?? 'is not right'
  }
}

/**
 * Returns a sentence such as 'item "grilled-croaker": price must be whole naira, got 12.5.' If the data is a list,
 * `list` is the word for one of its entries.
 */
export function faultSentence(list: string, data: unknown, { path, message }: z.core.$ZodIssue): string {
  const entries: string[] = []
  let field: string[] = []
  let kind = list
  let value = data
  for (const key of path) {
    value = isRecord(value) ? value[String(key)] : undefined
    if (typeof key !== 'number') {
      kind = String(key)
      field.push(kind)
    } else if (isRecord(value)) {
      entries.push(`${kind.replace(/s$/, '')} ${JSON.stringify(value.id ?? value.name ?? key + 1)}`)
      field = []
    } else if (field.length === 0) field.push(`${kind} ${key + 1}`)
  }
  const where = entries.join(': ')
  if (field.length === 0) return entries.length > 0 ? `${where} ${message}.` : `the file ${message}.`
  const named = [...entries, field.join('.')].join(': ')
  if (value === undefined) return `${named} is missing.`
  const got = isRecord(value) ? '' : `, got ${JSON.stringify(value)}`
  return `${named} ${message}${got}.`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
