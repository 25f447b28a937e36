import type pg from 'pg'
import { rangeOfBound } from '../../platform/db/index.ts'
import { BrokenBackup, type Place } from './broken-backup.ts'

/** First frame of a backup, with the program and migration of its data, and the partitions to create before its rows. */
export interface BackupHead {
  readonly program: string
  /** Number of the last migration of the data. */
  readonly migration: number
  readonly migrationName: string
  /** Instant of the backup (epoch ms). The backup contains all data that was acknowledged before this instant. */
  readonly takenAt: number
  readonly partitions: readonly Partition[]
}

export interface BackedUpTable {
  readonly name: string
  readonly columns: readonly string[]
}

export interface BackupEnd {
  readonly rows: Readonly<Record<string, number>>
  /** Last value of each sequence, by name. */
  readonly sequences: Readonly<Record<string, number>>
}

/**
 * Throws `BrokenBackup` unless as many rows of each table were read as the backup states. A table that is missing in one of the
 * two has 0 rows in it.
 */
export function requireRows(expected: BackupEnd['rows'], read: BackupEnd['rows'], { frame, offset }: Place): void {
  for (const table of new Set([...Object.keys(expected), ...Object.keys(read)])) {
    const [wanted, found] = [expected[table] ?? 0, read[table] ?? 0]
    if (wanted === found) continue
    throw new BrokenBackup(`The backup has ${wanted} rows of ${table}, and ${found} were read`, {
      frame,
      offset,
      table,
    })
  }
}

export interface Partition {
  readonly parent: string
  readonly name: string
  /** Start of the partition (epoch ms); null: it contains everything before `to`. */
  readonly from: number | null
  readonly to: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCounts = (value: unknown): boolean => isObject(value) && Object.values(value).every(Number.isSafeInteger)
const isPartition = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.name === 'string' &&
  (value.from === null || Number.isSafeInteger(value.from)) &&
  Number.isSafeInteger(value.to)

export const isHead = (value: unknown): value is BackupHead =>
  isObject(value) &&
  typeof value.program === 'string' &&
  Number.isSafeInteger(value.migration) &&
  Number.isSafeInteger(value.takenAt) &&
  Array.isArray(value.partitions) &&
  value.partitions.every(isPartition)

export const isTable = (value: unknown): value is BackedUpTable =>
  isObject(value) &&
  typeof value.name === 'string' &&
  Array.isArray(value.columns) &&
  value.columns.every((column) => typeof column === 'string')

export const isEnd = (value: unknown): value is BackupEnd =>
  isObject(value) && isCounts(value.rows) && isCounts(value.sequences)

/**
 * Names of the tables with sessions, codes, browsers that wait to become displays, and counts of attempts. They are left out of
 * backups, so after a restore everybody must sign in again.
 */
export const waysIn: readonly string[] = ['session', 'one_time_code', 'kiosk_pairing', 'attempt']
/** Names of all tables left out of backups, also that of the applied migrations, which the restoring program writes itself. */
const leftOut: readonly string[] = [...waysIn, 'schema_migration']

interface TableRow {
  name: string
  columns: string[]
  is_tenant: boolean
  needs: string[]
}

/** Table of a backup. `isTenant` decides if it is read at once or company by company. */
export interface Table extends BackedUpTable {
  /** True: it is read company by company, since row-level security applies to the owner too. */
  readonly isTenant: boolean
}

/**
 * Returns all tables of the database that are part of backups, with their columns, each after the tables to which it refers.
 * Throws if tables refer to each other in a ring.
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name, c.relrowsecurity as is_tenant,
       (select array_agg(attname::text order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       coalesce((select array_agg(distinct f.relname::text) from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid), '{}') as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  )
  const wanted = rows.filter((row) => !leftOut.includes(row.name))
  return inOrderOfNeed(wanted).map(({ name, columns, is_tenant }) => ({ name, columns, isTenant: is_tenant }))
}

function inOrderOfNeed(rows: readonly TableRow[]): TableRow[] {
  const placed: TableRow[] = []
  const names = new Set(rows.map((row) => row.name))
  const isReady = (row: TableRow) =>
    row.needs.every((need) => !names.has(need) || placed.some((table) => table.name === need))
  while (placed.length < rows.length) {
    const ready = rows.filter((row) => !placed.includes(row) && isReady(row))
    if (ready.length === 0) throw new Error('Tables refer to each other in a ring')
    placed.push(...ready)
  }
  return placed
}

export async function partitionsOf(client: pg.ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<{ parent: string; name: string; bound: string }>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace order by 1, 2`,
  )
  return rows.map(({ parent, name, bound }) => {
    return { parent, name, ...rangeOfBound(bound) }
  })
}
