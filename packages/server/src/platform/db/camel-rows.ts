import type { QueryArrayResult } from 'pg'

type Row = Record<string, unknown>

const cached = new Map<string, string>()

/**
 * Returns the rows of a result, which the driver gives as arrays of values, as objects with column names in camelCase:
 * `started_at` becomes `startedAt`. Names without an underscore stay. Of two columns of one name the last one remains.
 */
export function camelRows({ fields, rows }: Pick<QueryArrayResult, 'fields' | 'rows'>): Row[] {
  const names = fields.map(({ name }) => camelName(name))
  return rows.map((values) => {
    const row: Row = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i]
    return row
  })
}

function camelName(column: string): string {
  const earlier = cached.get(column)
  if (earlier !== undefined) return earlier
  const name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  cached.set(column, name)
  return name
}
