import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { logFile, logFolder } from './layout.ts'
import { isPackedCopy, packedEnding, packFile, syncPath } from './packed-files.ts'

/**
 * Error of a segment whose name the archive has with another content. The database was put back to an earlier copy of its folder,
 * or is such a copy, and may not continue in this archive.
 */
export class ForeignLog extends Error {}

const waitingIn = (spool: string): string[] =>
  existsSync(spool)
    ? readdirSync(spool)
        .filter((name) => logFile.test(name))
        .sort()
    : []

/**
 * Copies closed segments of the log from the data folder to the archive, compressed, in order of their names, and removes each
 * from the data folder once its copy is on the disk. Returns their number. An interrupted copy is repeated; a finished one is
 * never replaced. Throws `ForeignLog` if the archive has a segment with another content.
 */
export async function shipLog(spool: string, archive: string): Promise<number> {
  const names = waitingIn(spool)
  if (names.length > 0) mkdirSync(logFolder(archive), { recursive: true, mode: 0o700 })
  for (const name of names) {
    const [from, to] = [join(spool, name), join(logFolder(archive), `${name}${packedEnding}`)]
    if (!existsSync(to)) {
      await packFile(from, to)
      // A power cut must not take the name of the copy after the segment was removed.
      await syncPath(logFolder(archive))
    } else if (!(await isPackedCopy(to, from))) throw new ForeignLog(`${to} has another content`)
    await rm(from)
  }
  return names.length
}

const READY = /^[0-9A-F]{24}\.ready$/

/**
 * Returns the instant (epoch ms) since which the oldest closed segment waits to be copied: by PostgreSQL into the data folder, or
 * from there by the server. Undefined if none waits.
 */
export function waitsSince(spool: string, cluster: string): number | undefined {
  const ofPostgres = join(cluster, 'pg_wal', 'archive_status')
  const ready = existsSync(ofPostgres) ? readdirSync(ofPostgres).filter((name) => READY.test(name)) : []
  const paths = [...waitingIn(spool).map((name) => join(spool, name)), ...ready.map((name) => join(ofPostgres, name))]
  const instants = paths.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? [])
  return instants.length === 0 ? undefined : Math.min(...instants)
}

/**
 * Removes the segments that wait in the data folder, to free their room, and returns their number. The archive then has a gap.
 */
export async function giveUpLog(spool: string): Promise<number> {
  const names = waitingIn(spool)
  for (const name of names) await rm(join(spool, name), { force: true })
  return names.length
}
