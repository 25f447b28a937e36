import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Size (bytes) of a block of a tar file. Each head is one block, and each content is filled up to whole blocks. */
const BLOCK = 512
const MOST_NAME_BYTES = 100
const NAME_END = 0
const [MODE_AT, SIZE_AT, SUM_AT, TYPE_AT, MAGIC_AT] = [100, 124, 148, 156, 257]
const SUM_BYTES = 8
/** Largest size of a file (bytes) that can be written in eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1
const [FILE, FOLDER] = ['0', '5']

/**
 * Writes a folder with all files and folders in it to one tar file. A new tar file can be read by its owner only; an existing one
 * is overwritten. If this fails, throws and removes the tar file. Throws for a path of more than 100 bytes.
 */
export async function packTar(folder: string, to: string): Promise<void> {
  try {
    await pipeline(Readable.from(blocksOf(folder)), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

async function* blocksOf(folder: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (entry.isDirectory()) yield headOf({ name: `${name}/`, bytes: 0, type: FOLDER })
    if (!entry.isFile()) continue
    const { size: bytes } = await stat(path)
    yield headOf({ name, bytes, type: FILE })
    yield* createReadStream(path)
    yield Buffer.alloc(fillOf(bytes))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** Returns the number of bytes that fill a content of this size up to whole blocks. */
const fillOf = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK

interface Head {
  readonly name: string
  readonly bytes: number
  readonly type: string
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')
/** Returns the checksum of a head: the sum of its bytes, with blanks in place of the checksum itself. */
const sumOf = (block: Buffer): number =>
  Buffer.from(block)
    .fill(' ', SUM_AT, SUM_AT + SUM_BYTES)
    .reduce((sum, byte) => sum + byte, 0)

function headOf({ name, bytes, type }: Head): Buffer {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES || bytes > MOST_BYTES)
    throw new Error(`${name} does not fit a tar file`)
  const block = Buffer.alloc(BLOCK)
  block.write(name)
  block.write(type === FOLDER ? '0000700' : '0000600', MODE_AT)
  block.write(octal(bytes, 11), SIZE_AT)
  block.write(type, TYPE_AT)
  block.write('ustar\u000000', MAGIC_AT)
  block.write(`${octal(sumOf(block), 6)}\0 `, SUM_AT)
  return block
}

/** Returns the head in a block; undefined for a block of zeros, which ends the file. Throws if the checksum is wrong. */
function readHead(block: Buffer): Head | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const number = (at: number, length: number) => Number.parseInt(block.toString('latin1', at, at + length), 8)
  if (number(SUM_AT, SUM_BYTES) !== sumOf(block)) throw new Error('A head of the tar file is damaged')
  const name = block.toString('utf8', 0, Math.min(block.indexOf(NAME_END), MOST_NAME_BYTES))
  return { name, bytes: number(SIZE_AT, 12), type: String.fromCharCode(block[TYPE_AT] ?? 0) }
}

/**
 * Writes all files and folders of a tar file of `packTar` into a folder; existing files are overwritten. Throws if the tar file
 * is damaged or cut, or if an entry lies outside of the folder.
 */
export async function unpackTar(from: string, folder: string): Promise<void> {
  for (let at = 0; ; ) {
    const head = readHead(await blockAt(from, at))
    if (head === undefined) return
    const { name, bytes, type } = head
    const path = join(folder, name)
    if (relative(folder, path).startsWith('..')) throw new Error(`${name} lies outside of the folder`)
    await mkdir(type === FOLDER ? path : dirname(path), { recursive: true, mode: 0o700 })
    const start = at + BLOCK
    if (type === FILE)
      await pipeline(
        bytes === 0 ? Readable.from([]) : createReadStream(from, { start, end: start + bytes - 1 }),
        createWriteStream(path, { mode: 0o600 }),
      )
    at = start + bytes + fillOf(bytes)
  }
}

async function blockAt(file: string, start: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of createReadStream(file, { start, end: start + BLOCK - 1 })) pieces.push(piece as Buffer)
  const block = Buffer.concat(pieces)
  if (block.length < BLOCK) throw new Error('The tar file ends too early')
  return block
}
