import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as Phone from '#domain/text/phone.ts'

/**
 * Returns a typed text as a query of stored words; '' for a text without words. Every typed word must begin a stored
 * word. If several phones are typed, in any usual notation, one has to match.
 */
export async function searchQuery(orm: Pick<NodePgDatabase, 'execute'>, typed: string): Promise<string> {
  if (typed === '') return ''
  const { rows } = await orm.execute<{ words: string; phones: string }>(sql`
    select search_query(${Phone.besides(typed)}) as words,
           (select coalesce(string_agg('''' || search_phone(number) || ''':*', ' | '), '')
              from jsonb_array_elements_text(${JSON.stringify(Phone.written(typed))}::jsonb) number) as phones`)
  const { words = '', phones = '' } = rows[0] ?? {}
  return [words, phones && `(${phones})`].filter((part) => part !== '').join(' & ')
}
