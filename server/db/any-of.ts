import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * Returns SQL that tests whether a column has one of `values`, with one parameter for all values: PostgreSQL accepts
 * 65,535 parameters, and `inArray` uses one for each value.
 */
export function isAnyOf(column: SQLWrapper, values: readonly string[]): SQL
export function isAnyOf(column: SQLWrapper, values: readonly number[], type: 'integer' | 'bigint'): SQL
export function isAnyOf(column: SQLWrapper, values: readonly (string | number)[], type = 'text'): SQL {
  return sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`
}
