import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { BrokenBackup, type Place } from './broken-backup.ts'
import {
  checksumOf,
  decodeHead,
  type FrameHead,
  type FrameKind,
  headBytes,
  LONGEST_CONTENT,
  parseContent,
  preambleBytes,
  requirePreamble,
} from './frames.ts'
import { isTable } from './shape.ts'

export interface Frame {
  readonly kind: Exclude<FrameKind, 'S'>
  /** Content as stored; that of `D` is compressed. */
  readonly content: Buffer
  readonly place: Place
}

/** Kinds of frames that may follow a frame of each kind, as letters in one text. */
const successors: Readonly<Record<FrameKind | 'start', string>> = {
  start: 'H',
  H: 'TZ',
  T: 'TDZ',
  D: 'TDZ',
  Z: 'S',
  S: '',
}

/**
 * Yields the frames of a backup file in order, without the seal, each after its checksum was verified. Throws `BrokenBackup` for
 * a damaged file. Only when the generator ends without a throw was the whole file right, seal included.
 */
export async function* framesOf(file: string): AsyncGenerator<Frame> {
  const handle = await open(file, 'r')
  try {
    const reader = new FrameReader(handle)
    await reader.begin()
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) yield frame
    await reader.requireEnd()
  } finally {
    await handle.close()
  }
}

class FrameReader {
  private readonly handle: FileHandle
  private readonly whole: Hash = createHash('sha256')
  private previous: FrameKind | 'start' = 'start'
  private frame = 0
  private offset = 0
  private table: string | null = null

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  /** Reads the first bytes of the file; throws `BrokenBackup` unless they are the preamble of this program's format. */
  async begin(): Promise<void> {
    const bytes = await this.read(preambleBytes)
    requirePreamble(bytes)
    this.whole.update(bytes)
    this.offset = bytes.length
  }

  /**
   * Reads the next frame and returns it; null for the seal. Throws `BrokenBackup` if the frame is cut, damaged, too long or out
   * of order, or if the seal is wrong.
   */
  async next(): Promise<Frame | null> {
    const start = { frame: this.frame, offset: this.offset, table: this.table }
    const headBuffer = await this.read(headBytes)
    if (headBuffer.length === 0) throw new BrokenBackup('The file ends without a seal: the backup was cut', start)
    if (headBuffer.length < headBytes) throw new BrokenBackup('The file ends within the head of a frame', start)
    const head = decodeHead(headBuffer)
    if (head.length > LONGEST_CONTENT) throw new BrokenBackup(`The frame claims ${head.length} bytes of content`, start)
    const content = await this.read(head.length)
    if (content.length < head.length)
      throw new BrokenBackup(`The frame claims ${head.length} bytes of content, and ${content.length} follow`, start)
    if (checksumOf(headBuffer, content) !== head.sum)
      throw new BrokenBackup('The frame does not match its checksum', start)
    const kind = this.requireTurn(head, start)
    if (kind === 'S') this.requireSeal(content, start)
    else if (kind === 'T') this.table = parseContent(content, start, isTable).name
    this.whole.update(headBuffer).update(content)
    this.offset += headBytes + head.length
    this.frame++
    this.previous = kind
    return kind === 'S' ? null : { kind, content, place: { ...start, table: this.table } }
  }

  async requireEnd(): Promise<void> {
    const more = await this.read(1)
    if (more.length === 0) return
    const { size } = await this.handle.stat()
    const place = { frame: this.frame, offset: this.offset, table: this.table }
    throw new BrokenBackup(`${(size - this.offset).toLocaleString('en')} bytes follow the end of the backup`, place)
  }

  private requireTurn({ kind, number }: FrameHead, place: Place): FrameKind {
    if (number !== this.frame) throw new BrokenBackup(`Frame ${number} stands in place of frame ${this.frame}`, place)
    if (!isKind(kind) || !successors[this.previous].includes(kind))
      throw new BrokenBackup(`A frame of kind ${JSON.stringify(kind)} cannot stand here`, place)
    return kind
  }

  private requireSeal(content: Buffer, place: Place): void {
    if (this.whole.copy().digest().equals(content)) return
    throw new BrokenBackup(
      'The SHA-256 of the file is not that of its seal, though each frame matches its checksum',
      place,
    )
  }

  /** Reads the next bytes of the file and returns them; fewer at its end. */
  private async read(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await this.handle.read(bytes, filled, length - filled, null)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  }
}

const isKind = (kind: string): kind is FrameKind => Object.hasOwn(successors, kind) && kind !== 'start'

const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(zstdDecompress)

/**
 * Returns the decompressed rows of a frame of kind `D`. Throws `BrokenBackup` if they cannot be decompressed or are longer than
 * 64 MiB.
 */
export async function unpack({ content, place }: Frame): Promise<Buffer> {
  try {
    return await decompress(content, { maxOutputLength: LONGEST_CONTENT })
  } catch (error) {
    throw new BrokenBackup('The rows of the frame cannot be decompressed', place, error)
  }
}
