import type { Readable } from 'node:stream'

/**
 * A backup is a row of frames: one letter, four bytes of length (big endian), the content. `H` head (JSON), `T` the rows
 * that follow belong to this table (JSON), `D` rows in PostgreSQL's COPY text format, cut anywhere, `Z` the end (JSON). All of it is
 * compressed with Zstandard. A file without its `Z` was not finished.
 */
export type FrameKind = 'H' | 'T' | 'D' | 'Z'

export interface Frame {
  readonly kind: FrameKind
  readonly content: Buffer
}

const headBytes = 5
const longestFrame = 64 * 1024 * 1024

export function frame(kind: FrameKind, content: Buffer | object): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(headBytes)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

/** The frames of a stream, in order; throws where it is none of ours or was cut. */
export async function* framesOf(stream: Readable): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer])
    for (let one = firstOf(rest); one !== null; one = firstOf(rest)) {
      rest = rest.subarray(headBytes + one.content.length)
      yield one
    }
  }
  if (rest.length > 0) throw new BrokenBackup('It ends in the middle of a frame')
}

/** The file is not a backup, or not a whole one. */
export class BrokenBackup extends Error {}

function firstOf(buffer: Buffer): Frame | null {
  if (buffer.length < headBytes) return null
  const kind = buffer.toString('latin1', 0, 1)
  const length = buffer.readUInt32BE(1)
  if (!isKind(kind) || length > longestFrame) throw new BrokenBackup('It holds something that is no frame of a backup')
  if (buffer.length < headBytes + length) return null
  return { kind, content: buffer.subarray(headBytes, headBytes + length) }
}

const isKind = (kind: string): kind is FrameKind => ['H', 'T', 'D', 'Z'].includes(kind)
