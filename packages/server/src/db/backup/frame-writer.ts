import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { encodeFrame, type FrameKind, preamble } from './frames.ts'

/** Approximate size (bytes) of the pieces in which rows are compressed. */
const CHUNK_BYTES = 256 * 1024
const compress = promisify<Buffer, { params: Record<number, number> }, Buffer>(zstdCompress)
const options = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writer of the frames of one backup file. It collects rows until a piece has 256 KiB or another frame follows. */
export class FrameWriter {
  readonly #handle: FileHandle
  readonly #whole = createHash('sha256')
  #number = 0
  #collected: Buffer[] = []
  #collectedBytes = 0

  constructor(handle: FileHandle) {
    this.#handle = handle
  }

  async writeHead(head: object): Promise<void> {
    await this.#append(preamble())
    await this.#writeJson('H', head)
  }

  beginTable(table: object): Promise<void> {
    return this.#writeJson('T', table)
  }

  async addRows(bytes: Buffer): Promise<void> {
    this.#collected.push(bytes)
    this.#collectedBytes += bytes.length
    if (this.#collectedBytes >= CHUNK_BYTES) await this.#flush()
  }

  /** Writes the end frame and the seal, after which the file is complete. */
  async writeEnd(end: object): Promise<void> {
    await this.#writeJson('Z', end)
    await this.#writeFrame('S', this.#whole.copy().digest())
  }

  async #writeJson(kind: FrameKind, content: object): Promise<void> {
    await this.#flush()
    await this.#writeFrame(kind, Buffer.from(JSON.stringify(content)))
  }

  async #flush(): Promise<void> {
    if (this.#collectedBytes === 0) return
    const rows = Buffer.concat(this.#collected)
    this.#collected = []
    this.#collectedBytes = 0
    await this.#writeFrame('D', await compress(rows, options))
  }

  async #writeFrame(kind: FrameKind, content: Buffer): Promise<void> {
    await this.#append(encodeFrame(kind, this.#number++, content))
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#whole.update(bytes)
    await this.#handle.appendFile(bytes)
  }
}
