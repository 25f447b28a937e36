import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packTar, unpackTar } from './tar.ts'

let top: string
const within = (name: string) => join(top, name)
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'millwatch-tar-'))
  mkdirSync(within('from/base/empty'), { recursive: true })
})
afterEach(() => rmSync(top, { recursive: true }))

const SIZES = [0, 1, 511, 512, 513, 200_000]

test('A folder comes back with all its files and folders, and may be empty', async () => {
  for (const bytes of SIZES) writeFileSync(within(`from/base/${bytes}`), Buffer.alloc(bytes, bytes % 251))
  await packTar(within('from'), within('file'))
  await unpackTar(within('file'), within('to'))
  expect(readdirSync(within('to'), { recursive: true }).sort()).toEqual(
    readdirSync(within('from'), { recursive: true }).sort(),
  )
  for (const bytes of SIZES)
    expect(readFileSync(within(`to/base/${bytes}`)).equals(Buffer.alloc(bytes, bytes % 251))).toBe(true)
})

test('Heads are those of ustar', async () => {
  writeFileSync(within('from/PG_VERSION'), '18')
  rmSync(within('from/base'), { recursive: true })
  await packTar(within('from'), within('file'))
  const file = readFileSync(within('file'))
  expect(file.length).toBe(4 * 512)
  expect(file.toString('latin1', 0, 10)).toBe('PG_VERSION')
  expect(file.toString('latin1', 100, 108)).toBe('0000600\0')
  expect(file.toString('latin1', 124, 136)).toBe('00000000002\0')
  expect(file.toString('latin1', 257, 265)).toBe('ustar\u000000')
  const sum = Buffer.from(file.subarray(0, 512)).fill(' ', 148, 156)
  expect(Number.parseInt(file.toString('latin1', 148, 154), 8)).toBe(sum.reduce((all, byte) => all + byte, 0))
})

test('A file that is damaged or cut is refused, and so is a name that leads out', async () => {
  writeFileSync(within('from/PG_VERSION'), '18')
  await packTar(within('from'), within('file'))
  const file = readFileSync(within('file'))
  writeFileSync(within('cut'), file.subarray(0, 700))
  await expect(unpackTar(within('cut'), within('to'))).rejects.toThrow('ends too early')
  writeFileSync(within('damaged'), Buffer.concat([Buffer.from('x'), file.subarray(1)]))
  await expect(unpackTar(within('damaged'), within('to'))).rejects.toThrow('is damaged')
  mkdirSync(within(`from/${'long'.repeat(30)}`))
  await expect(packTar(within('from'), within('other'))).rejects.toThrow('does not fit')
  expect(readdirSync(top)).not.toContain('other')
})
