import { stat } from 'node:fs/promises'
import type { Place } from './broken-backup.ts'
import { framesOf, unpack } from './frame-reader.ts'
import { parseContent } from './frames.ts'
import { type BackupEnd, type BackupHead, isEnd, isHead, requireRows } from './shape.ts'

export interface Inspection {
  readonly head: BackupHead
  readonly rows: BackupEnd['rows']
  readonly frames: number
  readonly bytes: number
}

const NEWLINE = 0x0a

/**
 * Throws `BrokenBackup` unless order, structure and every checksum of the file are right. Does not decompress the rows,
 * so it is faster than `inspectBackup`.
 */
export async function checkFrames(file: string): Promise<void> {
  for await (const _ of framesOf(file));
}

/**
 * Reads a whole backup, rows included, and returns its head, its number of frames, its size in bytes and the number of rows by
 * table; restores nothing. Throws `BrokenBackup` if it is damaged, or has other numbers of rows than its end states.
 */
export async function inspectBackup(file: string): Promise<Inspection> {
  const counted: Record<string, number> = {}
  let [head, end]: [BackupHead | null, BackupEnd | null] = [null, null]
  let place: Place = { frame: 0, offset: 0, table: null }
  for await (const frame of framesOf(file)) {
    place = frame.place
    if (frame.kind === 'H') head = parseContent(frame.content, place, isHead)
    else if (frame.kind === 'Z') end = parseContent(frame.content, place, isEnd)
    else if (frame.kind === 'D' && place.table !== null)
      counted[place.table] = (counted[place.table] ?? 0) + newlinesIn(await unpack(frame))
  }
  if (head === null || end === null) throw new Error('A backup without head or end was not refused')
  requireRows(end.rows, counted, place)
  // One more, because the seal is not yielded.
  return { head, rows: end.rows, frames: place.frame + 2, bytes: (await stat(file)).size }
}

/** Returns the number of rows in COPY text: each row ends with a newline, and newlines in values are escaped. */
function newlinesIn(text: Buffer): number {
  let count = 0
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++
  return count
}
