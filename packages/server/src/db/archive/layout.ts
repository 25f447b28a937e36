import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packedEnding } from './packed-files.ts'

/** Number of copies of the database that are kept; the log is kept from the beginning of the oldest one. */
const KEPT_COPIES = 3
const COPY = /^copy-.*Z$/
const FOLDER = /^continuous-[0-9a-f]{12}$/

/** Pattern of the names of log files of PostgreSQL that are archived: segments, histories of timelines, marks of copies. */
export const logFile = /^(?:[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/

/** Returns the folder of an archive in the folder of the backups. */
export const archiveFolder = (folder: string, name: string): string => join(folder, `continuous-${name}`)
/** Returns the folder of the log in an archive. */
export const logFolder = (archive: string): string => join(archive, 'log')
/** Name of the file in the folder of a copy that has its head. */
export const copyHeadFile = 'copy.json'

/**
 * Returns the instant in the name of a copy in a storage, such as `2026-11-24T06:00:00Z`; undefined for any other name.
 * `name` is that of the head, which is sent last, so the copy is complete.
 */
export const copyTimeOf = (name: string): string | undefined =>
  /^copy-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z)\.json$/.exec(name)?.[1]?.replace(/(..)-(..)-(..)Z$/, '$1:$2:$3Z')

/** Head of a copy of the database in an archive; the instant is epoch ms. */
export interface CopyHead {
  readonly program: string
  /** Earliest instant that can be restored from this copy. */
  readonly completeAt: number
  /** Name of the first segment of the log that this copy needs. */
  readonly firstSegment: string
  /** Name of the segment with the end of the copying. Without the log up to it, the copy cannot be restored. */
  readonly lastSegment: string
  /** Identifier that PostgreSQL gave the database when it was made. Copies of one database share it. */
  readonly system: string
  /** Content of the file `backup_label`, by which PostgreSQL finds where the log begins. */
  readonly label: string
}

/** Copy of the database in an archive. */
export interface ArchivedCopy extends CopyHead {
  readonly archive: string
  readonly folder: string
}

/** Returns the complete copies in an archive, oldest first; an empty list if the folder does not exist. */
export function copiesIn(archive: string): ArchivedCopy[] {
  if (!existsSync(archive)) return []
  const folders = readdirSync(archive).filter(
    (name) => COPY.test(name) && existsSync(join(archive, name, copyHeadFile)),
  )
  const copies = folders.map((name): ArchivedCopy => {
    const head = JSON.parse(readFileSync(join(archive, name, copyHeadFile), 'utf8')) as CopyHead
    return { ...head, archive, folder: join(archive, name) }
  })
  return copies.sort((a, b) => a.completeAt - b.completeAt)
}

/**
 * Returns the complete copies of all archives in a folder of backups, oldest first; if `folder` is itself an archive, its copies.
 * An empty list if the folder does not exist.
 */
export function copiesBelow(folder: string): ArchivedCopy[] {
  if (FOLDER.test(basename(folder))) return copiesIn(folder)
  const archives = existsSync(folder) ? readdirSync(folder).filter((name) => FOLDER.test(name)) : []
  return archives.flatMap((name) => copiesIn(join(folder, name))).sort((a, b) => a.completeAt - b.completeAt)
}

/**
 * Returns the names of the files of the log in an archive, without the ending of compressed files, in no order; an empty list if
 * there is no log.
 */
export function logIn(archive: string): string[] {
  const folder = logFolder(archive)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) =>
    name.endsWith(packedEnding) ? [name.slice(0, -packedEnding.length)] : [],
  )
}

/** Returns the copies to be removed, which are all but the last three of a list with the oldest first. */
export const expiredCopies = <T>(copies: readonly T[]): readonly T[] => copies.slice(0, -KEPT_COPIES)

/**
 * Returns true for a segment of the log, or the mark of a copy in it, that comes before `firstSegment`, on any timeline, so that
 * a copy whose log begins with `firstSegment` does not need it. False for histories of timelines.
 */
export const isBefore = (name: string, firstSegment: string): boolean =>
  /^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < firstSegment.slice(8, 24)

const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENTS_PER_FILE_ID = 0x100
const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** Returns the name of the segment of the log that follows on the same timeline; segments have 16 MiB. */
export function segmentAfter(name: string): string {
  const [timeline, high, low] = [name.slice(0, 8), Number(`0x${name.slice(8, 16)}`), Number(`0x${name.slice(16)}`)]
  return low + 1 < SEGMENTS_PER_FILE_ID
    ? `${timeline}${hex(high)}${hex(low + 1)}`
    : `${timeline}${hex(high + 1)}${hex(0)}`
}

/** Segments of the log that can be applied to a copy. */
export interface LogOfCopy {
  /** Names of the segments in order, without a gap. */
  readonly segments: readonly string[]
  /** First segment that the archive lacks although it has a later one; undefined: there is no gap. */
  readonly missing: string | undefined
}

/**
 * Returns the segments of a copy's log, from its first one on the same timeline up to the last one or to the first gap. `names`
 * are those of the files of the log, in any order.
 */
export function logOf({ firstSegment }: Pick<CopyHead, 'firstSegment'>, names: readonly string[]): LogOfCopy {
  const there = new Set(names.filter((name) => SEGMENT.test(name) && name.startsWith(firstSegment.slice(0, 8))))
  const segments: string[] = []
  let next = firstSegment
  for (; there.has(next); next = segmentAfter(next)) segments.push(next)
  return { segments, missing: [...there].some((name) => name > next) ? next : undefined }
}

/** Returns true if the log reaches the end of the copying, so that the copy can be restored. */
export const isUsable = ({ lastSegment }: Pick<CopyHead, 'lastSegment'>, { segments }: LogOfCopy): boolean =>
  segments.includes(lastSegment)
