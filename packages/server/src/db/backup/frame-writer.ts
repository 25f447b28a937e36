import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { encodeFrame, type FrameKind, preamble } from './frames.ts'

/** Size of the pieces in which rows are compressed, in bytes, approximately. */
const CHUNK_BYTES = 256 * 1024
const compress = promisify<Buffer, { params: Record<number, number> }, Buffer>(zstdCompress)
const options = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

/** Writes the frames of one backup to a file. Rows are collected until a piece is full or another frame follows. */
export class FrameWriter {
  private readonly handle: FileHandle
  private readonly whole = createHash('sha256')
  private number = 0
  private collected: Buffer[] = []
  private collectedBytes = 0

  constructor(handle: FileHandle) {
    this.handle = handle
  }

  async begin(head: object): Promise<void> {
    await this.put(preamble())
    await this.json('H', head)
  }

  table(table: object): Promise<void> {
    return this.json('T', table)
  }

  async rows(bytes: Buffer): Promise<void> {
    this.collected.push(bytes)
    this.collectedBytes += bytes.length
    if (this.collectedBytes >= CHUNK_BYTES) await this.flush()
  }

  /** Writes the last frames, after which the file is complete. */
  async end(end: object): Promise<void> {
    await this.json('Z', end)
    await this.frame('S', this.whole.copy().digest())
  }

  private async json(kind: FrameKind, content: object): Promise<void> {
    await this.flush()
    await this.frame(kind, Buffer.from(JSON.stringify(content)))
  }

  private async flush(): Promise<void> {
    if (this.collectedBytes === 0) return
    const rows = Buffer.concat(this.collected)
    this.collected = []
    this.collectedBytes = 0
    await this.frame('D', await compress(rows, options))
  }

  private async frame(kind: FrameKind, content: Buffer): Promise<void> {
    await this.put(encodeFrame(kind, this.number++, content))
  }

  private async put(bytes: Buffer): Promise<void> {
    this.whole.update(bytes)
    await this.handle.appendFile(bytes)
  }
}
