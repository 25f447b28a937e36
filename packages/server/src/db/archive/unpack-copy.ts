import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { messageOf } from '../../platform/start-error.ts'
import type { Restorable } from './choose-copy.ts'
import { logFolder } from './layout.ts'
import { packedEnding, unpackFile } from './packed-files.ts'

/**
 * Unpacks a copy and the log after it into a new folder, which gets its name when it is complete. Returns a text if the log ends
 * before its last segment, because a segment is missing or damaged; undefined if it does not. Throws, and leaves no folder, if
 * the copy or a segment that it needs is damaged.
 */
export async function unpackCopy({ copy, log }: Restorable, cluster: string): Promise<string | undefined> {
  const unfinished = `${cluster}.unfinished-${process.pid}`
  try {
    mkdirSync(unfinished, { mode: 0o700 })
    await unpackTree(copy.folder, unfinished)
    const gap = await unpackLog({ copy, log }, join(unfinished, 'pg_wal'))
    writeFileSync(join(unfinished, 'backup_label'), copy.label, { mode: 0o600 })
    writeFileSync(join(unfinished, 'recovery.signal'), '', { mode: 0o600 })
    renameSync(unfinished, cluster)
    return gap
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function unpackTree(from: string, to: string): Promise<void> {
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = relative(from, join(entry.parentPath, entry.name))
    if (entry.isDirectory()) mkdirSync(join(to, path), { recursive: true, mode: 0o700 })
    if (!path.endsWith(packedEnding)) continue
    const target = join(to, path.slice(0, -packedEnding.length))
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await unpackFile(join(from, path), target)
  }
}

async function unpackLog({ copy, log }: Restorable, target: string): Promise<string | undefined> {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const name of log.segments) {
    const packed = join(logFolder(copy.archive), `${name}${packedEnding}`)
    try {
      await unpackFile(packed, join(target, name))
    } catch (error) {
      // Errors of the disk have a system call; those of the compressed data do not.
      if (!(error instanceof Error) || 'syscall' in error || name <= copy.lastSegment) throw error
      rmSync(join(target, name), { force: true })
      return `${packed} is damaged (${messageOf(error)})`
    }
  }
  return log.missing === undefined
    ? undefined
    : `${join(logFolder(copy.archive), log.missing)}${packedEnding} is missing`
}
