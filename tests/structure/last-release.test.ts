import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formerPaths } from '#contract/last-release.ts'
import { type Release, type Shape, thisRelease } from '../../tools/last-release.ts'

/* During an upgrade the servers and the browsers of two releases use one database (docs/decisions/0067).
   `tests/fixtures/last-release.json` describes the last release. */

const last: Release = JSON.parse(readFileSync(new URL('../fixtures/last-release.json', import.meta.url), 'utf8'))
const now = thisRelease()

const isOptional = (field: string) => field.endsWith(' ?')
const valuesOf = (field: string) => field.replace(/ \?$/, '').split('|')
const parentOf = (name: string) => name.replace(/(\.?[^.[\]{}]+|\[\]|\{\})$/, '')

/** Returns today's name of an endpoint that the last release called `name`. */
function formerName(name: string): string {
  const found = Object.entries(formerPaths).find(([, path]) => `POST /api/${path}` === name.replace('{id}', ':id'))
  return found?.[0].replace(':id', '{id}') ?? name
}

/** Today's field names by former name. contract/last-release.ts also sends and accepts the former names. */
const names: Readonly<Record<string, string>> = {
  unitPrice: 'price',
  choices: 'extras',
  note: 'chefComment',
  lines: 'items',
  available: 'isAvailable',
  id: 'orderId',
  locationId: 'location',
  address: 'deliveryAddress',
  location: 'deliveryLocation',
  problem: 'deliveryProblem',
}

/** Returns the fields of `before` by the names that they have today. */
function renamed(before: Shape, after: Shape): Shape {
  const todays = (name: string) => {
    const found: string[] = []
    for (const part of name.split('.')) {
      const [, field = '', rest = ''] = /^(\w*)(.*)$/.exec(part) ?? []
      const total = [...found, 'itemTotal'].join('.') in after ? 'itemTotal' : 'totalAmount'
      const today = field === 'total' ? total : names[field]
      const isGone = !([...found, field].join('.') in after)
      found.push(isGone && today !== undefined ? today + rest : part)
    }
    return found.join('.')
  }
  return Object.fromEntries(Object.entries(before).map(([name, field]) => [todays(name), field]))
}

/** Returns the reasons for which a server of `after` refuses requests of `before`. */
function refused(before: Shape, after: Shape): string[] {
  const gone = Object.entries(before).flatMap(([name, field]) => {
    const today = after[name]
    if (today === undefined) return [`${name} is not taken any more`]
    const open = valuesOf(today)
    const isOpen = (value: string) =>
      open.includes(value) ||
      open.includes('string') ||
      open.includes('') ||
      (value === 'integer' && open.includes('number'))
    const lost = valuesOf(field).filter((value) => !isOpen(value))
    return lost.length > 0 ? [`${name} may not be ${lost.join(' or ')} any more`] : []
  })
  const demanded = Object.entries(after).filter(([name, field]) => {
    const known = before[name]
    const isNew = known === undefined && before[parentOf(name)] !== undefined
    return !isOptional(field) && (isNew || (known !== undefined && isOptional(known))) && !/[\]}]$/.test(name)
  })
  return [...gone, ...demanded.map(([name]) => `${name} is required`)]
}

/** Returns the fields that clients of `before` miss in answers of `after`. */
function missed(before: Shape, after: Shape): string[] {
  return Object.entries(before).flatMap(([name, field]) => {
    const today = after[name]
    if (today === undefined) return isOptional(field) ? [] : [`${name} is not answered any more`]
    return isOptional(today) && !isOptional(field) ? [`${name} may be missing`] : []
  })
}

/** Photos from pages of the last release are refused with a request to reload (server/photos/add-photo.ts). */
const withdrawn = ['POST /api/office/photos', 'PUT /api/office/photos/{id}/pieces/{offset}']

test('RUN-5: the server accepts requests of the last release’s pages, and answers with the fields that these pages read', () => {
  const faults = Object.entries(last.endpoints).flatMap(([name, before]) => {
    if (withdrawn.includes(name)) return []
    const after = now.endpoints[name] ?? now.endpoints[formerName(name)]
    if (!after) return [`${name} is gone`]
    const shape = (release: Release, place: number) => release.shapes[place] ?? {}
    const [takes, answers] = [shape(now, after.takes), shape(now, after.answers)]
    return [
      ...refused(renamed(shape(last, before.takes), takes), takes),
      ...missed(renamed(shape(last, before.answers), answers), answers),
    ].map((fault) => `${name}: ${fault}`)
  })
  expect(faults).toEqual([])
  expect(Object.keys(last.endpoints).length).toBeGreaterThan(100)
})

test.each<[string, Shape, Shape, string[]]>([
  ['a new optional field', { '': 'object', a: 'string' }, { '': 'object', a: 'string', b: 'string ?' }, []],
  ['a new required field', { '': 'object' }, { '': 'object', b: 'string' }, ['b is required']],
  [
    'an optional field that became required',
    { '': 'object', b: 'string ?' },
    { '': 'object', b: 'string' },
    ['b is required'],
  ],
  ['a removed field', { '': 'object', b: 'string' }, { '': 'object' }, ['b is not taken any more']],
  ['a removed value', { b: 'cash|card' }, { b: 'cash' }, ['b may not be card any more']],
  ['a new value', { b: 'cash' }, { b: 'card|cash' }, []],
])('the check reports the faults of a request with %s for clients of the last release', (_, before, after, faults) => {
  expect(refused(before, after)).toEqual(faults)
})

test.each<[string, Shape, Shape, string[]]>([
  ['a new field', { a: 'string' }, { a: 'string', b: 'string' }, []],
  ['a removed field', { a: 'string', b: 'string' }, { a: 'string' }, ['b is not answered any more']],
  ['a field that became optional', { b: 'string' }, { b: 'string ?' }, ['b may be missing']],
])('the check reports the faults of an answer with %s for clients of the last release', (_, before, after, faults) => {
  expect(missed(before, after)).toEqual(faults)
})

/** Returns each table or column that a migration drops, renames, retypes or newly requires in `tables`. */
function contracted(sql: string, tables: Release['tables']): string[] {
  const plain = sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
  const faults: string[] = []
  for (const statement of plain.split(';').map((each) => each.trim().replace(/\s+/g, ' '))) {
    const dropped = /^drop table (?:if exists )?(.+?)(?: cascade)?$/.exec(statement)?.[1]?.split(/, ?/) ?? []
    for (const table of dropped) if (tables[table]) faults.push(`drops the table ${table}`)
    const [, table = '', change = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.+)$/.exec(statement) ?? []
    const columns = tables[table]
    if (!columns) continue
    if (/^rename to /.test(change)) faults.push(`renames the table ${table}`)
    const named = (pattern: RegExp, what: string) => {
      for (const [, column = ''] of change.matchAll(pattern)) {
        if (columns.includes(column)) faults.push(`${what} ${table}.${column}`)
      }
    }
    named(/\bdrop column (?:if exists )?(\w+)/g, 'drops')
    named(/\brename (?:column )?(\w+) to /g, 'renames')
    named(/\balter (?:column )?(\w+) (?:set data )?type /g, 'changes the type of')
    named(/\balter (?:column )?(\w+) set not null/g, 'demands')
    for (const [, column = '', rest = ''] of change.matchAll(/\badd column (?:if not exists )?(\w+) ([^,]+)/g)) {
      if (/not null/.test(rest) && !/default|generated/.test(rest)) faults.push(`demands ${table}.${column}`)
    }
  }
  return faults
}

const folder = new URL('../../server/db/migrations/', import.meta.url)

/** A migration with this line requires that all servers stop. docs/operating.md must name the migration. */
const cannotRoll = /^-- Cannot roll: .+/m

test('RUN-5: no new migration drops, renames, retypes or newly requires a table or column that servers of the last release use', () => {
  const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const fresh = readdirSync(folder).filter((name) => name > last.lastMigration)
  const faults = fresh.flatMap((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    if (cannotRoll.test(sql) && operating.includes(name.slice(0, 4))) return []
    return contracted(sql, last.tables).map((fault) => `${name} ${fault}`)
  })
  expect(faults).toEqual([])
})

describe('the check of migrations against the last release', () => {
  const tables = { orders: ['id', 'note', 'total'] }
  test.each([
    ['drop table orders', ['drops the table orders']],
    ['alter table orders drop column note, add column remark text', ['drops orders.note']],
    ['alter table orders\n  rename column note to remark', ['renames orders.note']],
    ['alter table orders rename to sales', ['renames the table orders']],
    ['alter table orders alter column total type bigint', ['changes the type of orders.total']],
    ['alter table orders alter column note set not null', ['demands orders.note']],
    ['alter table orders add column tax integer not null', ['demands orders.tax']],
    ['alter table orders add column tax integer not null default 0', []],
    ['alter table orders drop column forgotten', []],
    ['create table orders_2 (id text); drop table forgotten; -- drop table orders', []],
    ['create function f() returns void language sql as $$ drop table orders $$', []],
  ])('the check reports the faults of the migration "%s" for servers of the last release', (sql, faults) => {
    expect(contracted(sql, tables)).toEqual(faults)
  })
})
