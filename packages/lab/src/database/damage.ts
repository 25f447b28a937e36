import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  decodeHead,
  encodeFrame,
  type FrameKind,
  headBytes,
  preamble,
  preambleBytes,
} from '@millwatch/server/db/backup/frames'

/**
 * Frame of an undamaged backup: its kind, number and content, the position `start` of its first byte in the file, and its bytes
 * with the head.
 */
export interface StoredFrame {
  readonly kind: FrameKind
  readonly number: number
  readonly content: Buffer
  readonly start: number
  readonly bytes: Buffer
}

export function framesIn(file: Buffer): StoredFrame[] {
  const frames: StoredFrame[] = []
  for (let start = preambleBytes; start < file.length; ) {
    const { kind, number, length } = decodeHead(file.subarray(start, start + headBytes))
    const bytes = file.subarray(start, start + headBytes + length)
    frames.push({ kind: kind as FrameKind, number, content: bytes.subarray(headBytes), start, bytes })
    start += bytes.length
  }
  return frames
}

/** Function that returns a whole number from 0 (inclusive) to `limit` (exclusive). */
export type Random = (limit: number) => number

/** Returns a pseudo-random generator (mulberry32) that gives the same numbers in the same order for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

interface Backup {
  readonly file: Buffer
  readonly frames: readonly StoredFrame[]
  readonly random: Random
}

type Damage = (backup: Backup) => Buffer

const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)]!
const join = (frames: readonly Buffer[]) => Buffer.concat([preamble(), ...frames])
const bytesOf = (frames: readonly StoredFrame[]) => frames.map((frame) => frame.bytes)
const randomBytes = (length: number, random: Random) => Buffer.from(Array.from({ length }, () => random(256)))

/** Returns a copy of the bytes in which one bit at a random place is flipped. The bytes must not be empty. */
export function flipBit(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  const at = random(copy.length)
  copy[at]! ^= 1 << random(8)
  return copy
}

/**
 * Returns the backup with changed content in one random frame whose kind is among the letters of `kinds`. The checksum of the
 * frame is corrected, so that only the seal, or the content of the frame, shows the change.
 */
function changed({ frames, random }: Backup, kinds: string, change: (content: Buffer) => Buffer): Buffer {
  const victim = pick(
    frames.filter((frame) => kinds.includes(frame.kind)),
    random,
  )
  return join(
    frames.map((frame) =>
      frame === victim ? encodeFrame(frame.kind, frame.number, change(frame.content)) : frame.bytes,
    ),
  )
}

const renumbered = (frames: readonly StoredFrame[]): Buffer =>
  join(frames.map(({ kind, content }, number) => encodeFrame(kind, number, content)))

/**
 * Returns a backup file of the frames, one of which is a seal, without that seal, numbered anew from 0, and with a new seal that
 * matches, as if they were a whole backup.
 */
export function sealed(frames: readonly StoredFrame[]): Buffer {
  const before = renumbered(frames.filter((frame) => frame.kind !== 'S'))
  const seal = encodeFrame('S', frames.length - 1, createHash('sha256').update(before).digest())
  return Buffer.concat([before, seal])
}

const swapped = ({ frames, random }: Backup): StoredFrame[] => {
  const [first, second] = [random(frames.length), random(frames.length)]
  return frames.map((frame, i) => frames[i === first ? second : i === second ? first : i] ?? frame)
}
const repeated = ({ frames, random }: Backup): StoredFrame[] => {
  const again = random(frames.length)
  return frames.toSpliced(random(frames.length + 1), 0, frames[again]!)
}
const dropped = ({ frames, random }: Backup): StoredFrame[] => frames.toSpliced(random(frames.length), 1 + random(3))

/**
 * Damages of the bytes of a file or of the order of its frames, by name. A check of the backup must report the place of each of
 * them.
 */
export const fileDamages: Readonly<Record<string, Damage>> = {
  'one bit': ({ file, random }) => flipBit(file, random),
  'some bits': ({ file, random }) =>
    Array.from({ length: 2 + random(20) }).reduce<Buffer>((bytes) => flipBit(bytes, random), file),
  'one bit in the head of a frame': ({ file, frames, random }) => {
    const { start } = pick(frames, random)
    return Buffer.concat([
      file.subarray(0, start),
      flipBit(file.subarray(start, start + headBytes), random),
      file.subarray(start + headBytes),
    ])
  },
  'cut anywhere': ({ file, random }) => file.subarray(0, random(file.length)),
  'cut between frames': ({ file, frames, random }) => file.subarray(0, pick(frames, random).start),
  'a hole': ({ file, random }) => {
    const from = random(file.length)
    return Buffer.concat([file.subarray(0, from), file.subarray(from + 1 + random(5_000))])
  },
  'zeros on a stretch of the disk': ({ file, random }) => {
    const from = random(file.length)
    return Buffer.from(file).fill(0, from, from + 1 + random(512))
  },
  'appended bytes': ({ file, random }) => Buffer.concat([file, randomBytes(1 + random(40), random)]),
  'appended zeros': ({ file, random }) => Buffer.concat([file, Buffer.alloc(1 + random(4096))]),
  'an appended frame': ({ file, frames, random }) => Buffer.concat([file, pick(frames, random).bytes]),
  'the file twice': ({ file }) => Buffer.concat([file, file]),
  'inserted bytes': ({ file, random }) => {
    const at = random(file.length)
    return Buffer.concat([file.subarray(0, at), randomBytes(1 + random(20), random), file.subarray(at)])
  },
  'swapped frames': (backup) => join(bytesOf(swapped(backup))),
  'a repeated frame': (backup) => join(bytesOf(repeated(backup))),
  'dropped frames': (backup) => join(bytesOf(dropped(backup))),
  'another format': ({ file, random }) => {
    const [older, newer] = [random(2), 3 + random(1_000)]
    return Buffer.concat([preamble(random(2) === 0 ? older : newer), file.subarray(preambleBytes)])
  },
}

/**
 * Damages after which each frame still matches its checksum, by name. Only the seal, or the content of the frames, shows them.
 */
export const frameDamages: Readonly<Record<string, Damage>> = {
  'one bit of the rows, compressed again': (backup) =>
    changed(backup, 'D', (content) => zstdCompressSync(flipBit(zstdDecompressSync(content), backup.random))),
  'one bit of compressed rows': (backup) => changed(backup, 'D', (content) => flipBit(content, backup.random)),
  'rows cut at an end of a row': (backup) =>
    changed(backup, 'D', (content) => {
      const rows = zstdDecompressSync(content)
      return zstdCompressSync(rows.subarray(0, rows.lastIndexOf('\n', rows.length - 2) + 1))
    }),
  'one bit of a head, table or end': (backup) => changed(backup, 'HTZ', (content) => flipBit(content, backup.random)),
  'one bit of the seal': (backup) => changed(backup, 'S', (content) => flipBit(content, backup.random)),
  'swapped frames with new numbers': (backup) => renumbered(swapped(backup)),
  'a repeated frame with new numbers': (backup) => renumbered(repeated(backup)),
  'dropped frames with new numbers': (backup) => renumbered(dropped(backup)),
  'a frame of another kind': ({ frames, random }) => {
    const victim = pick(frames, random)
    const kind = pick(
      ['H', 'T', 'D', 'Z', 'S', 'X'].filter((other) => other !== victim.kind),
      random,
    ) as FrameKind
    return join(
      frames.map((frame) => (frame === victim ? encodeFrame(kind, frame.number, frame.content) : frame.bytes)),
    )
  },
}

export interface DamagedBackup {
  readonly damage: string
  readonly bytes: Buffer
  /**
   * Position of the first byte of the preamble (0) or of the frame in which the first difference from the undamaged file is; the
   * length of that file if bytes are only appended.
   */
  readonly damagedAt: number
  /** True if each frame matches its checksum, so that only the seal or the content shows the damage. */
  readonly hasRightSums: boolean
}

/**
 * Yields `count` damaged copies of a backup, with each kind of damage in turn. None is equal to the backup, and the same seed
 * gives the same copies.
 */
export function* damagedCopies(file: Buffer, count: number, seed: number): Generator<DamagedBackup> {
  const backup = { file, frames: framesIn(file), random: seededRandom(seed) }
  const kinds = [...Object.entries(fileDamages), ...Object.entries(frameDamages)]
  for (let i = 0; i < count; i++) {
    const [damage, apply] = kinds[i % kinds.length]!
    let bytes = apply(backup)
    while (bytes.equals(file)) bytes = apply(backup)
    yield { damage, bytes, damagedAt: placeOf(bytes, backup), hasRightSums: Object.hasOwn(frameDamages, damage) }
  }
}

function placeOf(bytes: Buffer, { file, frames }: Backup): number {
  let at = 0
  while (at < file.length && bytes[at] === file[at]) at++
  if (at >= file.length) return file.length
  return frames.findLast((frame) => frame.start <= at)?.start ?? 0
}
