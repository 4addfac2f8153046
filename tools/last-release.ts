// Run `node tools/last-release.ts` at each release. It stores the fields of requests and answers, and the columns that
// the server names; tests/structure/last-release.test.ts compares the next release with them.
import { readdirSync, writeFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as schema from '#server/db/schema.ts'
import { openApi } from '#server/http/openapi.ts'

/** The types or values of a document's fields, by path, such as `lines[].note`. ' ?' marks an optional field. */
export type Shape = Readonly<Record<string, string>>

export type Release = {
  readonly lastMigration: string
  readonly tables: Readonly<Record<string, readonly string[]>>
  /** The shapes of each endpoint's request and answer, as indexes of `shapes`. */
  readonly endpoints: Readonly<Record<string, { readonly takes: number; readonly answers: number }>>
  readonly shapes: readonly Shape[]
}

type Schema = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
type Parameter = { readonly name: string; readonly required: boolean; readonly schema: Schema }
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

type Field = { readonly required: boolean; readonly values: ReadonlySet<string> }

function fieldsOf(schema: Schema | undefined, path = '', required = true): Map<string, Field> {
  const fields = new Map<string, Field>()
  if (!schema) return fields
  const { properties = {}, items, additionalProperties: others } = schema
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  fields.set(path, { required, values: new Set(values ? values.map(String) : [schema.type ?? []].flat()) })
  const add = (inner: Map<string, Field>) => inner.forEach((field, name) => void fields.set(name, field))
  for (const [name, each] of Object.entries(properties)) {
    add(fieldsOf(each, path === '' ? name : `${path}.${name}`, schema.required?.includes(name) === true))
  }
  if (items) add(fieldsOf(items, `${path}[]`))
  if (typeof others === 'object') add(fieldsOf(others, `${path}{}`))
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map((each) => fieldsOf(each, path, required))
  for (const name of new Set(choices.flatMap((choice) => [...choice.keys()]))) {
    const found = choices.flatMap((choice) => choice.get(name) ?? [])
    const inAll = found.length === choices.length && found.every((field) => field.required)
    const known = name === path ? (fields.get(path)?.values ?? []) : []
    fields.set(name, { required: inAll, values: new Set([...known, ...found.flatMap((field) => [...field.values])]) })
  }
  for (const each of schema.allOf ?? []) add(fieldsOf(each, path, required))
  return fields
}

function shapeOf(fields: Map<string, Field>): Shape {
  const lines = [...fields].map(([name, { required, values }]) => {
    return [name, `${[...values].sort().join('|')}${required ? '' : ' ?'}`] as const
  })
  return Object.fromEntries(lines.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

export function thisRelease(): Release {
  const shapes = new Map<string, number>()
  const placeOf = (fields: Map<string, Field>) => {
    const text = JSON.stringify(shapeOf(fields))
    const place = shapes.get(text) ?? shapes.size
    shapes.set(text, place)
    return place
  }
  const paths = openApi().paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const endpoints: Record<string, { takes: number; answers: number }> = {}
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses }] of Object.entries(operations)) {
      const takes = fieldsOf(jsonOf(requestBody))
      for (const { name, required, schema } of parameters) {
        for (const [inner, field] of fieldsOf(schema, `?${name}`, required)) takes.set(inner, field)
      }
      const answers = fieldsOf(jsonOf(responses[200] ?? responses[201]))
      endpoints[`${method.toUpperCase()} ${path}`] = { takes: placeOf(takes), answers: placeOf(answers) }
    }
  }
  const tables = Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []))
  const migrations = readdirSync(new URL('../server/db/migrations', import.meta.url)).sort()
  return {
    lastMigration: migrations.at(-1) ?? '',
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
    endpoints,
    shapes: [...shapes.keys()].map((text) => JSON.parse(text)),
  }
}

if (import.meta.main) {
  const { shapes, endpoints, tables, ...release } = thisRelease()
  const lines = (list: readonly unknown[]) => list.map((each) => `    ${JSON.stringify(each)}`).join(',\n')
  const named = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n')
  writeFileSync(
    new URL('../tests/fixtures/last-release.json', import.meta.url),
    `{\n  "lastMigration": "${release.lastMigration}",\n  "tables": {\n${named(tables)}\n  },\n  "endpoints": {\n${named(endpoints)}\n  },\n  "shapes": [\n${lines(shapes)}\n  ]\n}\n`,
  )
}
