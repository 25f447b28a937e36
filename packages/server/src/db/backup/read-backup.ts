import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { withOwner } from '../../platform/db/connection.ts'
import { BrokenBackup, type Frame, framesOf } from './frames.ts'
import { type BackedUpTable, type BackupEnd, type BackupHead, tablesOf, waysIn } from './shape.ts'

export interface RestoreOptions {
  /** The owner's URL of a database with the schema of the backup's migration, and no company in it. */
  readonly url: string
  readonly file: string
  readonly progress: (line: string) => void
}

/** What a backup says of itself, read from its beginning alone. */
export async function readHead(file: string): Promise<BackupHead> {
  const [stream, done] = open(file)
  try {
    for await (const frame of framesOf(stream)) return headOf(frame)
    throw new BrokenBackup('It is empty')
  } finally {
    stream.destroy()
    await done
  }
}

/** Reads a whole backup and keeps nothing: throws where it is not whole. The answer: rows by table, as it says. */
export async function checkBackup(file: string): Promise<BackupEnd> {
  const [stream, done] = open(file)
  let end: BackupEnd | undefined
  for await (const frame of framesOf(stream)) if (frame.kind === 'Z') end = endOf(frame)
  await done
  if (!end) throw new BrokenBackup('It was not finished')
  return end
}

/** Puts a backup into an empty installation, in one transaction: all of it, or nothing. The answer: rows by table. */
export async function readBackup({ url, file, progress }: RestoreOptions): Promise<BackupEnd['rows']> {
  return withOwner(url, async (client) => {
    await client.query('begin')
    await refuseFullOne(client)
    const tables = (await tablesOf(client)).map((table) => table.name)
    await client.query(`truncate ${[...waysIn, ...tables].map((name) => pg.escapeIdentifier(name)).join(', ')}`)
    // Row-level security that binds the owner leaves no way in for COPY.
    const walls = await wallsOf(client)
    for (const name of walls) await client.query(`alter table ${pg.escapeIdentifier(name)} no force row level security`)
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
  const [stream, done] = open(file)
  const loaded: Record<string, number> = {}
  let table: { name: string; stream: Writable & { rowCount: number } } | null = null
  let end: BackupEnd | undefined
  const finish = async () => {
    if (table === null) return
    if (table.stream.errored) throw table.stream.errored
    const finished = once(table.stream, 'finish')
    table.stream.end()
    await finished
    loaded[table.name] = table.stream.rowCount
    if (table.stream.rowCount > 0) progress(`${table.name}: ${table.stream.rowCount.toLocaleString('en')} rows`)
    table = null
  }
  for await (const frame of framesOf(stream)) {
    if (frame.kind === 'H') await makePartitions(client, headOf(frame))
    else if (frame.kind === 'D') {
      if (table === null) throw new BrokenBackup('It holds rows of no table')
      await write(table.stream, frame.content)
    } else {
      await finish()
      if (frame.kind === 'T') table = begin(client, JSON.parse(frame.content.toString()) as BackedUpTable)
      else end = endOf(frame)
    }
  }
  await done
  if (!end) throw new BrokenBackup('It was not finished')
  for (const [name, rows] of Object.entries(end.rows))
    if (loaded[name] !== rows) throw new BrokenBackup(`Of ${rows} rows of ${name}, ${loaded[name] ?? 0} were read`)
  return end
}

function begin(client: pg.Client, { name, columns }: BackedUpTable) {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const stream = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`))
  // Looked at with the next write, or at the end.
  stream.on('error', () => undefined)
  return { name, stream }
}

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

/** What is to be restored into holds data. */
export class FullInstallation extends Error {}

async function wallsOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`,
  )
  return rows.map((row) => row.name)
}

function open(file: string): [Readable, Promise<void>] {
  const stream = new PassThrough()
  const done = pipeline(createReadStream(file), createZstdDecompress(), stream).catch((error: unknown) => {
    if (!stream.destroyed) stream.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return [stream, done]
}

function headOf({ kind, content }: Frame): BackupHead {
  if (kind !== 'H') throw new BrokenBackup('It does not begin as a backup does')
  const head = JSON.parse(content.toString()) as BackupHead
  if (head.format !== 1) throw new BrokenBackup(`Its format is ${head.format}, and this program knows 1`)
  return head
}

const endOf = ({ content }: Frame): BackupEnd => JSON.parse(content.toString()) as BackupEnd

async function write(out: Writable, bytes: Buffer): Promise<void> {
  if (out.errored) throw out.errored
  if (!out.write(bytes)) await once(out, 'drain')
}
