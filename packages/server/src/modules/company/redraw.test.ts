import { deflateSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { describe, expect, test } from 'vitest'
import { readHead } from './image-head.ts'
import { mostLogoBytes, redraw } from './redraw.ts'

function drawn(width: number, height: number) {
  const pixels = new Uint8Array(width * height * 4)
  for (let i = 0; i < pixels.length; i++) pixels[i] = i % 4 === 3 ? 255 : (i * 7) % 256
  return Transformer.fromRgbaPixels(pixels, width, height)
}
const sizeOf = async (content: Buffer) => {
  const { width, height, format } = await new Transformer(content).metadata()
  return { width, height, format }
}

/** A chunk of a PNG; its checksum is nobody's concern here but the decoder's. */
function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, tail])
}
function crc32(data: Buffer): number {
  let crc = 0xffffffff
  for (const byte of data) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
/** A PNG with chunks put in behind its head. */
const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const nothing = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', nothing), chunk('IEND', Buffer.alloc(0))])
}
/** Pixels without order. */
function noisePng(width: number, height: number): Buffer {
  let seed = 7
  const noise = (length: number) => {
    const bytes = Buffer.alloc(length)
    for (let i = 0; i < length; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      bytes[i] = (seed >> 16) & 0xfe
    }
    return bytes
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const rows = Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), noise(width * 4)])))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(rows, { level: 9 }))
  return Buffer.concat([mark, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))])
}
function webpChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}
function webp(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), length, body])
}

describe('a logo', () => {
  test('is at most 512 x 128 px, in its proportions, and of its own kind', async () => {
    for (const [width, height, to] of [
      [1000, 500, [256, 128]],
      [2048, 100, [512, 25]],
      [100, 400, [32, 128]],
      [3000, 1, [512, 1]],
      [512, 128, [512, 128]],
      [20, 10, [20, 10]],
    ] as const) {
      const png = await redraw(await drawn(width, height).png())
      expect(await sizeOf(png.content)).toEqual({ width: to[0], height: to[1], format: 'png' })
      expect(png.mediaType).toBe('image/png')
      const image = await redraw(await drawn(width, height).webpLossless())
      expect(await sizeOf(image.content)).toEqual({ width: to[0], height: to[1], format: 'webp' })
      expect(image.mediaType).toBe('image/webp')
    }
  })

  test('has nothing with it that was not seen', async () => {
    const text = chunk('tEXt', Buffer.from('Comment\0canary-somewhere'))
    const place = chunk('eXIf', Buffer.from('MM\0*canary-exif'))
    const png = withChunks(await drawn(40, 20).png(), text, place)
    expect(readHead(png)?.bare.includes('canary')).toBe(false)
    expect((await redraw(png)).content.includes('canary')).toBe(false)

    const still = await drawn(40, 20).webpLossless()
    const extended = Buffer.alloc(10)
    extended[0] = 0x08 | 0x04
    extended.writeUIntLE(39, 4, 3)
    extended.writeUIntLE(19, 7, 3)
    const noted = webp(webpChunk('VP8X', extended), still.subarray(12), webpChunk('EXIF', Buffer.from('canary-exif')))
    const { content } = await redraw(noted)
    expect(content.includes('canary')).toBe(false)
    expect(await sizeOf(content)).toMatchObject({ width: 40, height: 20 })
  })

  test('is refused where it moves', async () => {
    const moving = withChunks(await drawn(40, 20).png(), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])))
    await expect(redraw(moving)).rejects.toMatchObject({ code: 'logo_not_readable' })
    const extended = Buffer.alloc(10)
    extended[0] = 0x02
    const frame = (await drawn(1, 1).webpLossless()).subarray(12)
    for (const content of [webp(webpChunk('VP8X', extended), frame), webp(webpChunk('ANIM', Buffer.alloc(6)), frame)])
      await expect(redraw(content)).rejects.toMatchObject({ code: 'logo_not_readable' })
  })

  test('that would be too much decoded is not decoded', async () => {
    const before = process.memoryUsage().rss
    for (const [width, height] of [
      [30_000, 30_000],
      [0xffffffff, 1],
      [4_000_001, 1],
      [0, 10],
    ] as const)
      await expect(redraw(hugePng(width, height))).rejects.toMatchObject({ code: 'logo_not_readable' })
    const extended = Buffer.alloc(10)
    extended.writeUIntLE(0xffffff, 4, 3)
    extended.writeUIntLE(0xffffff, 7, 3)
    const small = (await drawn(1, 1).webpLossless()).subarray(12)
    await expect(redraw(webp(webpChunk('VP8X', extended), small))).rejects.toMatchObject({ code: 'logo_not_readable' })
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })

  test('that is none is refused', async () => {
    const png = await drawn(40, 20).png()
    const nothing = [Buffer.alloc(0), Buffer.alloc(100), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]
    const others = [await drawn(40, 20).jpeg(), await drawn(40, 20).bmp(), await drawn(40, 20).ico()]
    const broken = [png.subarray(0, png.length - 20), Buffer.concat([png.subarray(0, 60), Buffer.alloc(40)])]
    const twice = withChunks(png, png.subarray(8, 33))
    for (const content of [...nothing, ...others, ...broken, twice])
      await expect(redraw(content)).rejects.toMatchObject({ code: 'logo_not_readable', status: 400 })
    await expect(redraw(Buffer.alloc(mostLogoBytes + 1))).rejects.toMatchObject({ code: 'logo_too_large', status: 413 })
  })

  test('whose pixels are noise stays within its size', async () => {
    const png = noisePng(512, 128)
    expect(png.length).toBeGreaterThan(200_000)
    const noisy = [png, await new Transformer(png).webp(100), await new Transformer(png).webpLossless()]
    for (const content of noisy) expect((await redraw(content)).content.length).toBeLessThanOrEqual(mostLogoBytes)
  })

  test('of any bytes is drawn or refused, and never an error of ours', async () => {
    const png = await drawn(30, 20).png()
    const image = await drawn(30, 20).webpLossless()
    for (let i = 0; i < 200; i++) {
      const content = Buffer.from(i % 2 ? png : image)
      for (let n = 0; n < 3; n++) content[(i * 37 + n * 101) % content.length] = (i * 13 + n * 71) % 256
      const outcome = await redraw(content).then(
        (logo) => logo.content.length <= mostLogoBytes,
        (error: { code?: string }) => error.code === 'logo_not_readable',
      )
      expect(outcome).toBe(true)
    }
  })
})
