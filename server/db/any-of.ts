import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * SQL: whether a column has one of these values. They are one parameter, however many there are: PostgreSQL takes 65,535
 * parameters, and `inArray` makes one of each value.
 */
export function isAnyOf(column: SQLWrapper, values: readonly string[]): SQL
export function isAnyOf(column: SQLWrapper, values: readonly number[], type: 'integer' | 'bigint'): SQL
export function isAnyOf(column: SQLWrapper, values: readonly (string | number)[], type = 'text'): SQL {
  return sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`
}
