import { crc32 } from 'node:zlib'
import { BrokenBackup, type Place } from './broken-backup.ts'

/**
 * Kinds of frames. A backup file is a preamble and a sequence of frames.
 *
 * Preamble, 16 bytes: `MWBACKUP`, the format, the CRC-32 of these 12 bytes. Every format from 2 on begins like this.
 *
 * Frame: kind (one letter), number (counted from 0), length of the content, CRC-32 of these 9 bytes and the content, content.
 * Numbers are unsigned, 4 bytes, big endian.
 *
 * | kind | content |
 * |---|---|
 * | `H` | head, JSON, the first frame |
 * | `T` | table to which the rows that follow belong, JSON |
 * | `D` | rows in PostgreSQL's COPY text format, cut anywhere, compressed with Zstandard |
 * | `Z` | rows by table and sequences, JSON |
 * | `S` | seal, the last frame: the SHA-256 of every byte of the file before this frame |
 */
export type FrameKind = 'H' | 'T' | 'D' | 'Z' | 'S'

export const FORMAT = 2
export const preambleBytes = 16
export const headBytes = 13
export const LONGEST_CONTENT = 64 * 1024 * 1024

const magic = Buffer.from('MWBACKUP', 'latin1')
/** First bytes of a file of format 1, which was one Zstandard stream. */
const magicOfFormat1 = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const [formatAt, preambleSumAt] = [8, 12]
const [numberAt, lengthAt, sumAt] = [1, 5, 9]

/** Returns the 16 bytes with which a backup file of a format begins, by default of this program's. */
export function preamble(format: number = FORMAT): Buffer {
  const bytes = Buffer.alloc(preambleBytes)
  magic.copy(bytes)
  bytes.writeUInt32BE(format, formatAt)
  bytes.writeUInt32BE(crc32(bytes.subarray(0, preambleSumAt)), preambleSumAt)
  return bytes
}

/**
 * Throws `BrokenBackup` unless the bytes are the preamble of a backup of this program's format. The text for another format says
 * which program can restore it.
 */
export function requirePreamble(bytes: Buffer): void {
  const refuse = (problem: string): never => {
    throw new BrokenBackup(problem, { frame: 0, offset: 0, table: null })
  }
  if (bytes.length === 0) refuse('The file is empty')
  if (bytes.subarray(0, magicOfFormat1.length).equals(magicOfFormat1)) refuse(otherFormat(1))
  if (!bytes.subarray(0, magic.length).equals(magic)) refuse('The file does not begin as a backup of Millwatch does')
  if (bytes.length < preambleBytes) refuse(`The file ends after ${bytes.length} bytes`)
  if (bytes.readUInt32BE(preambleSumAt) !== crc32(bytes.subarray(0, preambleSumAt)))
    refuse('The first 16 bytes do not match their checksum')
  const format = bytes.readUInt32BE(formatAt)
  if (format !== FORMAT) refuse(otherFormat(format))
}

function otherFormat(format: number): string {
  const start = `The backup has format ${format}, and this program reads format ${FORMAT}. Restore it with`
  if (format > FORMAT) return `${start} the newer Millwatch that wrote it`
  return `${start} the older Millwatch that wrote it, start this one on the restored data, and back up again`
}

/** Head of a frame. `length` is the size of its content in bytes, `sum` the stored checksum. */
export interface FrameHead {
  readonly kind: string
  readonly number: number
  readonly length: number
  readonly sum: number
}

/** Returns the bytes of a frame, head and content. Throws `RangeError` for a content of more than 64 MiB. */
export function encodeFrame(kind: FrameKind, number: number, content: Buffer): Buffer {
  if (content.length > LONGEST_CONTENT) throw new RangeError(`A frame of ${content.length} bytes`)
  const bytes = Buffer.alloc(headBytes + content.length)
  bytes.write(kind, 0, 'latin1')
  bytes.writeUInt32BE(number, numberAt)
  bytes.writeUInt32BE(content.length, lengthAt)
  content.copy(bytes, headBytes)
  bytes.writeUInt32BE(checksumOf(bytes, content), sumAt)
  return bytes
}

/** Parses the first 13 bytes of a frame. Checks neither kind nor checksum. */
export const decodeHead = (bytes: Buffer): FrameHead => ({
  kind: bytes.toString('latin1', 0, 1),
  number: bytes.readUInt32BE(numberAt),
  length: bytes.readUInt32BE(lengthAt),
  sum: bytes.readUInt32BE(sumAt),
})

/** Returns the CRC-32 of a frame: of the first 9 bytes of `head`, which precede the checksum, and of the content. */
export const checksumOf = (head: Buffer, content: Buffer): number => crc32(content, crc32(head.subarray(0, sumAt)))

/**
 * Parses the JSON of a frame and returns its value. Throws `BrokenBackup` when it is not JSON or `isOfShape` returns false for
 * the value.
 */
export function parseContent<T>(content: Buffer, place: Place, isOfShape: (value: unknown) => value is T): T {
  const refuse = (cause?: unknown): never => {
    throw new BrokenBackup('The content of the frame is not what a frame of its kind holds', place, cause)
  }
  let value: unknown
  try {
    value = JSON.parse(content.toString())
  } catch (error) {
    return refuse(error)
  }
  return isOfShape(value) ? value : refuse()
}
