import { writeFileSync } from 'node:fs'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { flipBit, framesIn, sealed, seededRandom } from '@millwatch/lab/database/damage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeFrame, preamble, preambleBytes } from './frames.ts'
import { checkFrames, inspectBackup } from './inspect-backup.ts'
import { faultsAmong, type RefusalBench, refusalBench } from './refusal.testing.ts'

let bench: RefusalBench
beforeAll(async () => {
  bench = await refusalBench()
})
afterAll(() => bench.close())

function withoutLastRow(content: Buffer): Buffer {
  const rows = zstdDecompressSync(content)
  return zstdCompressSync(rows.subarray(0, rows.lastIndexOf('\n', rows.length - 2) + 1))
}

/** Restores damaged bytes and returns the error text. */
async function refusal(bytes: Buffer): Promise<string> {
  writeFileSync(bench.file, bytes)
  return bench.restore().then(
    () => 'restored',
    (error: Error) => error.message,
  )
}

/** Makes one cycle of the backup 7 ms longer, and corrects the checksum of its frame. */
function withLongerCycle(file: Buffer): Buffer {
  const frames = framesIn(file).map(({ kind, number, content, bytes }) => {
    if (kind !== 'D') return bytes
    const rows = zstdDecompressSync(content).toString('latin1')
    const changed = Buffer.from(rows.replace('\t20500\t', '\t20507\t'), 'latin1')
    return encodeFrame(kind, number, zstdCompressSync(changed))
  })
  return Buffer.concat([preamble(), ...frames])
}

describe('A damaged backup is refused, with what is wrong and where, and the database stays as it was:', () => {
  test('each of 50 damages of every kind', { timeout: 180_000 }, async () => {
    expect(framesIn(bench.good).filter((frame) => frame.kind === 'D').length).toBeGreaterThan(4)
    expect(await faultsAmong(bench, { copies: 50, seed: 20_261_122, restoredEvery: 5 })).toEqual([])
  })

  test('a flipped bit, wherever it is', async () => {
    const random = seededRandom(42)
    for (let i = 0; i < 42; i++) {
      writeFileSync(bench.file, flipBit(bench.good, random))
      await expect(checkFrames(bench.file)).rejects.toThrow(/ at byte /)
    }
  })

  test('a value that was changed, with the checksum of its frame made to fit', async () => {
    const damaged = withLongerCycle(bench.good)
    const seal = framesIn(damaged).at(-1)!
    const text = await refusal(damaged)
    expect(text).toMatch(/^The SHA-256 of the file is not that of its seal/)
    expect(text).toContain(`(frame ${seal.number}, at byte ${seal.start.toLocaleString('en')} of the file`)
  })

  test('rows that are missing in a file whose checksums are all right', async () => {
    const whole = framesIn(bench.good)
    const last = whole.findLast(({ kind, content }) => kind === 'D' && content.length > 1_000)
    const frames = whole.map((frame) => (frame === last ? { ...frame, content: withoutLastRow(frame.content) } : frame))
    expect(await refusal(sealed(frames))).toMatch(
      /^The backup has 8000 rows of event, and 7999 were read \(frame \d+, at byte [\d,]+ of the file, table event\)$/,
    )
    await expect(inspectBackup(bench.file)).rejects.toThrow('The backup has 8000 rows of event')
  })

  test('a head that claims more than there is', async () => {
    const long = Buffer.from(bench.good)
    long.writeUInt32BE(1_000_000, preambleBytes + 5)
    expect(await refusal(long)).toMatch(
      /^The frame claims 1000000 bytes of content, and \d+ follow \(frame 0, at byte 16 /,
    )
  })

  test('one of another format, with what to do', async () => {
    const rest = bench.good.subarray(preambleBytes)
    expect(await refusal(Buffer.concat([preamble(3), rest]))).toMatch(
      /^The backup has format 3, and this program reads format 2. Restore it with the newer Millwatch that wrote it \(/,
    )
    const older = zstdCompressSync(Buffer.from('H\0\0\0\x0c{"format":1}'))
    expect(await refusal(older)).toMatch(
      /^The backup has format 1.*older Millwatch that wrote it.*back up again \(frame 0/,
    )
    expect(await refusal(Buffer.from('This is a shopping list'))).toMatch(/^The file does not begin as a backup/)
    expect(await refusal(Buffer.alloc(0))).toMatch(/^The file is empty/)
  })

  test('and what is undamaged is restored, after all of that', async () => {
    writeFileSync(bench.file, bench.good)
    expect(await inspectBackup(bench.file)).toMatchObject({ rows: { company: 1, event: 8000 } })
    expect(await bench.restore()).toMatchObject({ company: 1, event: 8000 })
  })
})
