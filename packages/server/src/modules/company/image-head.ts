/**
 * Media type and size (px) of an image file, and a copy of it without the data that are not needed to draw it. The image is not
 * decoded.
 */
export interface ImageHead {
  readonly mediaType: 'image/png' | 'image/webp'
  /** Width in pixels; the largest when the file has several sizes. `height` likewise. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  /** File without the data that are not needed to draw it, such as texts, places and colour profiles. */
  readonly bare: Buffer
}

interface Chunk {
  readonly name: string
  /** Content of the chunk. */
  readonly data: Buffer
  /** The whole chunk as it is in the file. */
  readonly whole: Buffer
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks needed to draw a still PNG picture. */
const pngNeeded: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
const webpNeeded: readonly string[] = ['VP8X', 'ALPH', 'VP8 ', 'VP8L']

/**
 * Returns type and size of a PNG or WebP file, and a copy with only the data needed to draw it; null for other content and for a
 * file that is cut off or malformed. Does not check checksums and pixels.
 */
export function readHead(content: Buffer): ImageHead | null {
  if (content.subarray(0, 8).equals(pngMark)) return readPng(content)
  const isWebp = content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? readWebp(content) : null
}

function readPng(content: Buffer): ImageHead | null {
  const chunks = pngChunks(content)
  const head = chunks?.[0]
  if (!chunks || head?.name !== 'IHDR' || head.data.length !== 13 || chunks.at(-1)?.name !== 'IEND') return null
  if (chunks.filter(({ name }) => name === 'IHDR').length > 1) return null
  return {
    mediaType: 'image/png',
    width: head.data.readUInt32BE(0),
    height: head.data.readUInt32BE(4),
    isAnimated: chunks.some(({ name }) => name === 'acTL' || name === 'fcTL' || name === 'fdAT'),
    bare: Buffer.concat([pngMark, ...chunks.filter(({ name }) => pngNeeded.includes(name)).map(({ whole }) => whole)]),
  }
}

/**
 * Returns the chunks of a PNG (length, name, content, checksum) up to its end chunk; bytes after that are left out. Null if a
 * chunk is cut off or the end chunk is missing.
 */
function pngChunks(content: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = pngMark.length; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at)
    if (end > content.length) return null
    const name = content.toString('latin1', at + 4, at + 8)
    chunks.push({ name, data: content.subarray(at + 8, end - 4), whole: content.subarray(at, end) })
    if (name === 'IEND') return chunks
    at = end
  }
  return null
}

function readWebp(content: Buffer): ImageHead | null {
  const chunks = webpChunks(content)
  if (!chunks) return null
  const sizes = chunks.flatMap(sizeOf)
  const frames = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const extended = chunks.find(({ name }) => name === 'VP8X')
  const isAnimated = chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF') || ((extended?.data[0] ?? 0) & 2) > 0
  if (sizes.length === 0 || (frames.length !== 1 && !isAnimated)) return null
  const body = Buffer.concat(chunks.filter(({ name }) => webpNeeded.includes(name)).map(withoutNotes))
  const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  start.writeUInt32LE(body.length + 4, 4)
  return {
    mediaType: 'image/webp',
    width: Math.max(...sizes.map((size) => size.width)),
    height: Math.max(...sizes.map((size) => size.height)),
    isAnimated,
    bare: Buffer.concat([start, body]),
  }
}

/**
 * Returns the chunks of a WebP file (name, length, content, and a zero byte if the length is odd); null if a chunk or the file is
 * cut off.
 */
function webpChunks(content: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  const fileEnd = 8 + content.readUInt32LE(4)
  if (fileEnd > content.length + 1) return null
  for (let at = 12; at + 8 <= Math.min(fileEnd, content.length); ) {
    const length = content.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > content.length) return null
    const padded = end + (length % 2)
    const whole = Buffer.concat([content.subarray(at, end), Buffer.alloc(length % 2)])
    chunks.push({ name: content.toString('latin1', at, at + 4), data: content.subarray(at + 8, end), whole })
    at = padded
  }
  return chunks
}

function sizeOf({ name, data }: Chunk): { width: number; height: number }[] {
  if (name === 'VP8X' && data.length >= 10) {
    return [{ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }]
  }
  if (name === 'VP8 ' && data.length >= 10) {
    return [{ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }]
  }
  if (name === 'VP8L' && data.length >= 5) {
    const bits = data.readUInt32LE(1)
    return [{ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }]
  }
  return []
}

/**
 * Returns a chunk; in a copy of the extended head (`VP8X`) all flags but that for transparency are cleared, as no metadata
 * follow.
 */
function withoutNotes({ name, whole }: Chunk): Buffer {
  if (name !== 'VP8X' || whole.length < 9) return whole
  const copy = Buffer.from(whole)
  const ALPHA = 0x10
  copy[8] = (copy[8] ?? 0) & ALPHA
  return copy
}
