import { rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { withOwner } from '../../platform/db/connection.ts'
import { FrameWriter } from './frame-writer.ts'
import { type BackupHead, partitionsOf, type Table, tablesOf } from './shape.ts'

export interface BackupOptions {
  /** URL of the owner for the database. */
  readonly url: string
  readonly file: string
  readonly program: string
  readonly takenAt: number
  /** Called after every table that has rows. */
  readonly progress: (line: string) => void
}

/** Paths of the files that this process is writing and that are not complete yet. */
const unfinished = new Set<string>()

/** Removes the incomplete backup files of this process, which is about to end. */
export function removeUnfinished(): void {
  for (const file of unfinished) rmSync(file, { force: true })
}

/**
 * Writes all data of an installation to one new file, from one snapshot, while the database stays in use. The file gets its name,
 * and replaces one of this name, only when it is complete. Returns the number of rows by table. If it fails, throws and leaves no
 * new file; an earlier one of this name stays.
 */
export async function writeBackup(options: BackupOptions): Promise<Record<string, number>> {
  const partial = `${options.file}.partial`
  const handle = await open(partial, 'w', 0o600)
  unfinished.add(partial)
  try {
    const rows = await withOwner(options.url, (client) => writeAll(client, new FrameWriter(handle), options))
    await handle.sync()
    await rename(partial, options.file)
    return rows
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    unfinished.delete(partial)
    await handle.close()
  }
}

/**
 * Returns the last values of all sequences by name; a sequence that was never used is left out. To be called after the rows are
 * read: sequences are not part of a snapshot and must not be lower than an id in a row.
 */
async function sequencesOf(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last_value: number | null }>(
    `select sequencename as name, last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
  return Object.fromEntries(rows.flatMap(({ name, last_value }) => (last_value === null ? [] : [[name, last_value]])))
}

async function writeAll(
  client: pg.Client,
  out: FrameWriter,
  { program, takenAt, progress }: BackupOptions,
): Promise<Record<string, number>> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const [migration] = (
    await client.query<{ number: number; name: string }>(
      'select number, name from schema_migration order by number desc limit 1',
    )
  ).rows
  if (!migration) throw new Error('There is no data of Millwatch in this database')
  const head: BackupHead = {
    program,
    migration: migration.number,
    migrationName: migration.name,
    takenAt,
    partitions: await partitionsOf(client),
  }
  await out.writeHead(head)
  const companies = (
    await client.query<{ company_id: number }>('select company_id from company order by company_id')
  ).rows.map((row) => row.company_id)
  const rows: Record<string, number> = {}
  for (const table of await tablesOf(client)) {
    rows[table.name] = await writeTable(client, out, table, companies)
    if (rows[table.name] !== 0) progress(`${table.name}: ${rows[table.name]?.toLocaleString('en')} rows`)
  }
  await client.query('commit')
  // Sequences are not part of the snapshot: read last, each is beyond every id in it.
  await out.writeEnd({ rows, sequences: await sequencesOf(client) })
  return rows
}

async function writeTable(client: pg.Client, out: FrameWriter, table: Table, companies: number[]): Promise<number> {
  const { name, columns } = table
  await out.beginTable({ name, columns })
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const from = `select ${list} from ${pg.escapeIdentifier(name)}`
  if (!table.isTenant) return copy(client, out, `copy (${from}) to stdout`)
  let rows = 0
  for (const companyId of companies) {
    await client.query(`select set_config('millwatch.company_id', $1, true)`, [String(companyId)])
    rows += await copy(client, out, `copy (${from} where company_id = ${Number(companyId)}) to stdout`)
  }
  return rows
}

async function copy(client: pg.Client, out: FrameWriter, statement: string): Promise<number> {
  const stream = client.query(copyTo(statement))
  for await (const chunk of stream) await out.addRows(chunk as Buffer)
  return stream.rowCount
}
