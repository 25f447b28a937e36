import type { QueryResult } from 'pg'

type Row = Record<string, unknown>

const cached = new Map<string, string>()

/**
 * Returns the rows of a result with column names in camelCase: `started_at` becomes `startedAt`. Columns without an underscore
 * keep their names. If no column has one, or there are no rows, the same array is returned, not a copy.
 */
export function camelRows({ fields, rows }: Pick<QueryResult<Row>, 'fields' | 'rows'>): Row[] {
  if (rows.length === 0 || !fields.some(({ name }) => name.includes('_'))) return rows
  const columns = fields.map(({ name }) => [camelName(name), name] as const)
  return rows.map((row) => {
    const renamed: Row = {}
    for (const [to, from] of columns) renamed[to] = row[from]
    return renamed
  })
}

function camelName(column: string): string {
  const earlier = cached.get(column)
  if (earlier !== undefined) return earlier
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  cached.set(column, name)
  return name
}
