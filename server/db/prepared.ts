import { type Placeholder, sql } from 'drizzle-orm'
import { QueryPromise } from 'drizzle-orm/query-promise'
import type { Statement } from './database.ts'

export type Placeholders<Values> = { readonly [Name in keyof Values & string]: Placeholder<Name> }

type Values = Record<string, unknown>

type Executable<Rows> = { execute(values: Values): Promise<Rows> }

type Built<Rows> = { prepare(name: string): Executable<Rows> }

function placeholders(prefix = ''): Placeholders<Values> {
  return new Proxy({}, { get: (_, name) => sql.placeholder(prefix + String(name)) })
}

let count = 0

/**
 * Returns a statement with constant text, for frequent requests. Drizzle builds the statement once for the pool and
 * once for each transaction connection, and each connection parses it once. For a partial index, the text must contain
 * the value that the index's condition names, because PostgreSQL may plan the statement for any parameter values.
 * Within `values` of an insert, Drizzle encodes a placeholder by its column, and null becomes JSON's null. Elsewhere
 * use `sql.param(placeholder, column)`; there null is SQL's null.
 */
export function prepared<Db extends object, Rows>(build: (db: Db) => Built<Rows>): (db: Db) => Statement<Rows>
export function prepared<Db extends object, Given extends Values, Rows>(
  build: (db: Db, given: Placeholders<Given>) => Built<Rows>,
): (db: Db, values: Given) => Statement<Rows>
export function prepared<Db extends object, Rows>(build: (db: Db, given: Placeholders<Values>) => Built<Rows>) {
  const name = `prepared-${count++}`
  const written = new WeakMap<Db, Executable<Rows>>()
  return (db: Db, values: Values = {}): Statement<Rows> => {
    let statement = written.get(db)
    if (!statement) {
      statement = build(db, placeholders()).prepare(name)
      written.set(db, statement)
    }
    return new WithValues(statement, values)
  }
}

/** Like `prepared`, for an insert of a variable number of rows: makes one statement for each number of rows. */
export function preparedRows<Db extends object, Row extends Values, Rows>(
  build: (db: Db, given: readonly Placeholders<Row>[]) => Built<Rows>,
): (db: Db, rows: readonly Row[]) => Statement<Rows> {
  const byNumber = new Map<number, (db: Db, values: Values) => Statement<Rows>>()
  const prefix = (at: number) => `${at}.`
  return (db, rows) => {
    let insert = byNumber.get(rows.length)
    if (!insert) {
      const given = rows.map((_, at) => placeholders(prefix(at)) as Placeholders<Row>)
      insert = prepared<Db, Values, Rows>((db) => build(db, given))
      byNumber.set(rows.length, insert)
    }
    const values: Values = {}
    for (const [at, row] of rows.entries()) for (const name in row) values[prefix(at) + name] = row[name]
    return insert(db, values)
  }
}

/** A prepared statement with its values. It is sent when it is executed or awaited, like Drizzle's statements. */
class WithValues<Rows> extends QueryPromise<Rows> {
  readonly #statement: Executable<Rows>
  readonly #values: Values

  constructor(statement: Executable<Rows>, values: Values) {
    super()
    this.#statement = statement
    this.#values = values
  }

  override execute(): Promise<Rows> {
    return this.#statement.execute(this.#values)
  }
}
