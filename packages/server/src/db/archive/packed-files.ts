import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

export const packedEnding = '.zst'

const STABLE_READS = 20

/**
 * Writes a compressed copy of a file to disk, whole or not at all. Throws an error with the code `ENOENT` if the file does not
 * exist.
 */
export const packFile = (from: string, to: string): Promise<void> => pack(createReadStream(from), to)

/**
 * Writes a compressed copy of a small file that may change meanwhile: two reads in a row must be equal. Throws after 21 reads if
 * each differs from the one before.
 */
export async function packStable(from: string, to: string): Promise<void> {
  let before = await readFile(from)
  for (let readsLeft = STABLE_READS; readsLeft > 0; readsLeft--) {
    const content = await readFile(from)
    if (content.equals(before)) return pack(Readable.from([content]), to)
    before = content
  }
  throw new Error(`${from} changes all the time`)
}

/** Returns a compressor whose output has a checksum, by which damage is found when it is read. */
const compressor = () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })

async function pack(content: Readable, to: string): Promise<void> {
  const partial = `${to}.partial`
  try {
    await pipeline(content, compressor(), createWriteStream(partial, { mode: 0o600 }))
    await syncPath(partial)
    await rename(partial, to)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Writes the content of a compressed file to the file `to`. Throws if `to` exists already, or if `from` is damaged. */
export const unpackFile = (from: string, to: string): Promise<void> =>
  pipeline(createReadStream(from), createZstdDecompress(), createWriteStream(to, { mode: 0o600, flags: 'wx' }))

/** Forces the changes of a file, or of the names in a folder, from memory onto the disk. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

/** Returns true if the content of a compressed file equals that of another file. Throws if the compressed file is damaged. */
export async function isPackedCopy(packed: string, file: string): Promise<boolean> {
  const [ofPacked, ofFile] = [createHash('sha256'), createHash('sha256')]
  await pipeline(createReadStream(packed), createZstdDecompress(), ofPacked)
  await pipeline(createReadStream(file), ofFile)
  return ofPacked.digest().equals(ofFile.digest())
}
