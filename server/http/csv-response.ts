import type { Context } from 'hono'

/** Returns a CSV download named `{name}.csv`, excluded from caches. */
export function csvResponse(context: Context, name: string, csv: string): Response {
  return context.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  })
}
