import { once } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withOwner } from '../../platform/db/connection.ts'
import { messageOf } from '../../platform/start-error.ts'
import { BrokenBackup, type Place } from './broken-backup.ts'
import { type Frame, framesOf, unpack } from './frame-reader.ts'
import { parseContent } from './frames.ts'
import {
  type BackedUpTable,
  type BackupEnd,
  type BackupHead,
  isEnd,
  isHead,
  isTable,
  requireRows,
  tablesOf,
  waysIn,
} from './shape.ts'

export interface RestoreOptions {
  /** URL of the owner for a database that has the schema of the backup's migration and no company. */
  readonly url: string
  readonly file: string
  readonly progress: (line: string) => void
}

/**
 * Returns the head of a backup. It reads only the beginning of the file, so later frames may be damaged. Throws `BrokenBackup` if
 * the preamble or the head is damaged.
 */
export async function readHead(file: string): Promise<BackupHead> {
  for await (const { content, place } of framesOf(file)) return parseContent(content, place, isHead)
  throw new Error('A backup without frames was not refused')
}

/**
 * Restores a backup into an empty installation, in one transaction: all of it, or nothing. Returns the number of rows by table.
 * Throws `FullInstallation` if there is a company, `BrokenBackup` if the file is damaged or the database refuses its data.
 */
export async function readBackup({ url, file, progress }: RestoreOptions): Promise<BackupEnd['rows']> {
  return withOwner(url, async (client) => {
    await client.query('begin')
    await refuseFullOne(client)
    const tables = (await tablesOf(client)).map((table) => table.name)
    await client.query(`truncate ${[...waysIn, ...tables].map((name) => pg.escapeIdentifier(name)).join(', ')}`)
    // COPY does not work while row-level security also binds the owner.
    const walls = await wallsOf(client)
    for (const name of walls) await client.query(`alter table ${pg.escapeIdentifier(name)} no force row level security`)
    // Returns only after every checksum of the file was verified, so nothing is committed before.
    const end = await load(client, file, progress)
    for (const name of walls) await client.query(`alter table ${pg.escapeIdentifier(name)} force row level security`)
    for (const [name, value] of Object.entries(end.sequences))
      await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
    await client.query('commit')
    await client.query('analyze')
    return end.rows
  })
}

async function load(client: pg.Client, file: string, progress: (line: string) => void): Promise<BackupEnd> {
  const loader = new Loader(client, progress)
  let place: Place = { frame: 0, offset: 0, table: null }
  let end: BackupEnd = { rows: {}, sequences: {} }
  for await (const frame of framesOf(file)) {
    place = frame.place
    try {
      if (frame.kind === 'D') await loader.write(await unpack(frame))
      else if (frame.kind === 'T') await loader.begin(parseContent(frame.content, place, isTable))
      else if (frame.kind === 'H') await makePartitions(client, parseContent(frame.content, place, isHead))
      else end = await loader.finish(frame)
    } catch (error) {
      if (!isAboutData(error)) throw error
      const text = `The database refuses what stands in or before this frame: ${messageOf(error)}`
      throw new BrokenBackup(text, { ...place, table: loader.tableName ?? place.table }, error)
    }
  }
  requireRows(end.rows, loader.rows, place)
  return end
}

interface Loading {
  readonly name: string
  readonly stream: Writable & { rowCount: number }
  error: Error | null
  drained: Promise<unknown>
}

/** Writer of the rows of one table after the other, by COPY. An error of the database is thrown by the next call. */
class Loader {
  readonly rows: Record<string, number> = {}
  private readonly client: pg.Client
  private readonly progress: (line: string) => void
  private table: Loading | null = null

  constructor(client: pg.Client, progress: (line: string) => void) {
    this.client = client
    this.progress = progress
  }

  get tableName(): string | null {
    return this.table?.name ?? null
  }

  async begin({ name, columns }: BackedUpTable): Promise<void> {
    await this.endTable()
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const stream = this.client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
    const table: Loading = { name, stream, error: null, drained: Promise.resolve() }
    // The stream reports an error only once; after that it accepts neither a write nor an end.
    stream.on('error', (error) => {
      table.error ??= error
    })
    this.table = table
  }

  /**
   * Queues rows of the present table to be sent, and returns before they are sent, so that the next rows are read meanwhile.
   * Waits first for the rows of the previous call, and throws their error.
   */
  async write(bytes: Buffer): Promise<void> {
    const { table } = this
    if (table === null) throw new Error('Rows before the first table were not refused')
    await table.drained
    if (table.error) throw table.error
    if (table.stream.write(bytes)) return
    table.drained = once(table.stream, 'drain')
    table.drained.catch(() => undefined)
  }

  async finish({ content, place }: Frame): Promise<BackupEnd> {
    await this.endTable()
    return parseContent(content, place, isEnd)
  }

  private async endTable(): Promise<void> {
    const { table } = this
    if (table === null) return
    await table.drained
    if (table.error) throw table.error
    const { name, stream } = table
    const finished = once(stream, 'finish')
    stream.end()
    await finished
    this.rows[name] = stream.rowCount
    if (stream.rowCount > 0) this.progress(`${name}: ${stream.rowCount.toLocaleString('en')} rows`)
    this.table = null
  }
}

/**
 * Returns true for an error that the data causes (classes 22, 23, 42 and P0 of SQLSTATE), not the server or the
 * connection.
 */
const isAboutData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['22', '23', '42', 'P0'].includes(error.code?.slice(0, 2) ?? '')

async function makePartitions(client: pg.Client, { partitions }: BackupHead): Promise<void> {
  for (const { parent, name, from, to } of partitions) {
    const maker = parent === 'event' ? 'ensure_event_partition' : 'ensure_rollup_partition'
    await client.query(`select ${maker}($1, $2, $3)`, [name, from, to])
  }
}

async function refuseFullOne(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from company limit 1')
  if (rows.length > 0) throw new FullInstallation('There are companies in it already')
}

/** Error of a restore into an installation that has data already; nothing is changed. */
export class FullInstallation extends Error {}

async function wallsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`,
  )
  return rows.map((row) => row.name)
}
