import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/index.ts'

/** Function that writes one line, given as an object. */
type Write = (line: { readonly table: string; readonly row: object }) => Promise<void>

/**
 * Names of tables left out of exports. Nothing by which somebody could sign in is exported: no codes, and no binary columns
 * except pictures.
 */
const leftOut: readonly string[] = ['one_time_code', 'attempt']
const logoColumn = 'company_logo.content'
/** Columns left out of exports, because a mail may contain a link to a new password. */
const secret: readonly string[] = ['mail.body', 'mail.idempotency_key']
const atOnce = 2000

interface Column {
  table: string
  column: string
  isBytes: boolean
}

interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * Passes all data of one company, from one snapshot, to `write`, one call per row, and at the end its people (`peopleOf`) without
 * their credentials as rows of `app_user`. Every table with a company id is included, except codes and attempts; left out are
 * texts and keys of mails, and binary columns except the logo. Returns the number of rows by table.
 */
export function exportCompany(
  database: Database,
  companyId: number,
  peopleOf: (tx: Tx, companyId: number) => Promise<object[]>,
  write: Write,
): Promise<Readonly<Record<string, number>>> {
  return database.inCompany(
    companyId,
    async (tx) => {
      const rows: Record<string, number> = {}
      for (const table of await tablesOf(tx)) rows[table.name] = await exportTable(tx, companyId, table, write)
      const people = await peopleOf(tx, companyId)
      for (const row of people) await write({ table: 'app_user', row })
      rows.app_user = people.length
      return rows
    },
    { snapshot: true, pool: 'jobs' },
  )
}

async function tablesOf(tx: Tx): Promise<ExportedTable[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", a.atttypid = 'bytea'::regtype as "isBytes"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id' and not o.attisdropped)
    order by c.relname, a.attnum`.execute(tx.db)
  return [...Map.groupBy(rows, (row) => row.table)].flatMap(([name, columns]) =>
    leftOut.includes(name) ? [] : [{ name, columns: columns.flatMap(shown) }],
  )
}

function shown({ table, column, isBytes }: Column): string[] {
  const name = `${table}.${column}`
  if (secret.includes(name)) return []
  if (!isBytes) return [quoted(column)]
  return name === logoColumn ? [`encode(${quoted(column)}, 'base64') as ${quoted(column)}`] : []
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const exportTable = (tx: Tx, companyId: number, { name, columns }: ExportedTable, write: Write) =>
  exportRows(
    tx,
    name,
    `select ${columns.join(', ')} from ${quoted(name)} where company_id = ${digits(companyId)}`,
    write,
  )

function digits(id: number): string {
  if (!Number.isSafeInteger(id) || id <= 0) throw new Error(`Not an id: ${id}`)
  return String(id)
}

/**
 * Passes the rows of a query to `write`, read in pieces of 2,000, since a company may have hundreds of millions of events.
 * Returns their number.
 */
async function exportRows(tx: Tx, table: string, select: string, write: Write): Promise<number> {
  await sql.raw(`declare exported no scroll cursor for select to_json(row) as row from (${select}) row`).execute(tx.db)
  let count = 0
  for (;;) {
    const { rows } = await sql.raw<{ row: object }>(`fetch ${atOnce} from exported`).execute(tx.db)
    for (const { row } of rows) await write({ table, row })
    count += rows.length
    if (rows.length < atOnce) break
  }
  await sql.raw('close exported').execute(tx.db)
  return count
}
