import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withOwner } from '../../platform/db/connection.ts'
import { archiveMark } from '../../platform/db/embedded/archive.ts'
import { lockFile } from '../../platform/db/embedded/instance-lock.ts'
import { type CopyHead, copiesIn, copyHeadFile, expiredCopies, isBefore, logFolder } from './layout.ts'
import { packedEnding, packFile, packStable, syncPath } from './packed-files.ts'
import { several } from './several.ts'

/** Names of the folders whose content PostgreSQL makes again, as its documentation of base backups says. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', lockFile, archiveMark])

/** Path of the file by which PostgreSQL finds its state. Unlike other files, the log does not write it again. */
const CONTROL = 'global/pg_control'
const STOP_WITHIN_S = 600

interface Copying {
  /** URL of the owner, who may begin a copy of the database. */
  readonly url: string
  /** Folder of the running database. */
  readonly cluster: string
  readonly archive: string
  readonly program: string
}

interface Tree {
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/**
 * Returns the folders and files of a database that are copied, relative to its folder: without lock files, temporary files, and
 * the content of folders that PostgreSQL makes again.
 */
function treeOf(cluster: string): Tree {
  const entries = readdirSync(cluster, { withFileTypes: true, recursive: true })
    .map((entry) => ({ entry, path: relative(cluster, join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => !EMPTIED.has(path.split('/')[0] ?? '') || EMPTIED.has(path))
    .filter(({ entry }) => !LEFT_OUT.has(entry.name) && !entry.name.startsWith('pgsql_tmp'))
  return {
    folders: entries.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path),
    files: entries.filter(({ entry }) => entry.isFile()).map(({ path }) => path),
  }
}

/**
 * Copies the running database to a new folder of the archive, and returns its head. With the log, every later instant can be
 * restored from the copy. Then removes all but the last three copies, and the log before the oldest of these. Waits up to 10 min
 * until PostgreSQL has archived the log of the copying. If it fails, throws and leaves no copy.
 */
export async function takeCopy(copying: Copying): Promise<CopyHead> {
  const { archive, program } = copying
  mkdirSync(logFolder(archive), { recursive: true, mode: 0o700 })
  for (const name of readdirSync(archive))
    if (name.endsWith('.partial')) rmSync(join(archive, name), { recursive: true, force: true })
  const partial = join(archive, 'copy.partial')
  try {
    const head: CopyHead = { program, ...(await copyWithin(copying, partial)) }
    writeFileSync(join(partial, copyHeadFile), JSON.stringify(head))
    const instant = Temporal.Instant.fromEpochMilliseconds(head.completeAt).toString({ smallestUnit: 'second' })
    await syncPath(join(partial, copyHeadFile))
    await syncPath(partial)
    renameSync(partial, join(archive, `copy-${instant.replaceAll(':', '-')}`))
    await syncPath(archive)
    removeExpired(archive)
    return head
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

async function copyWithin({ url, cluster }: Copying, partial: string): Promise<Omit<CopyHead, 'program'>> {
  return withOwner(url, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_backup_start('millwatch', true)`)
    await copyFiles(cluster, partial)
    // It waits until PostgreSQL has archived the log of the copying.
    await client.query(`set statement_timeout = '${STOP_WITHIN_S}s'`)
    const { rows } = await client.query<{ label: string; lastSegment: string; system: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as "lastSegment", system_identifier::text as system
        from pg_backup_stop(), pg_control_system()`,
    )
    const { label = '', lastSegment = '', system = '' } = rows[0] ?? {}
    const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
    if (firstSegment === undefined) throw new Error('The label of a copy names no segment of the log')
    const { rows: times } = await client.query<{ at: number }>(
      'select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint as at',
    )
    return { label, firstSegment, lastSegment, system, completeAt: times[0]?.at ?? 0 }
  })
}

async function copyFiles(cluster: string, partial: string): Promise<void> {
  const { folders, files } = treeOf(cluster)
  for (const folder of ['', ...folders]) mkdirSync(join(partial, folder), { recursive: true, mode: 0o700 })
  await several(files, async (file) => {
    const [from, to] = [join(cluster, file), join(partial, `${file}${packedEnding}`)]
    await (file === CONTROL ? packStable(from, to) : copyUnlessGone(from, to))
  })
  await several(folders, (folder) => syncPath(join(partial, folder)))
}

/** Copies a file compressed, unless it does not exist. It may be removed while others are copied; the log has its removal too. */
async function copyUnlessGone(from: string, to: string): Promise<void> {
  try {
    await packFile(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function removeExpired(archive: string): void {
  const copies = copiesIn(archive)
  const expired = expiredCopies(copies)
  for (const { folder } of expired) rmSync(folder, { recursive: true, force: true })
  const oldest = copies[expired.length]
  if (oldest === undefined) return
  for (const name of readdirSync(logFolder(archive)))
    if (isBefore(name, oldest.firstSegment)) rmSync(join(logFolder(archive), name), { force: true })
}
