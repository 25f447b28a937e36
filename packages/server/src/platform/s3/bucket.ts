import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  elementIn,
  elementsIn,
  type FilePart,
  type Sending,
  StorageError,
  type StorageRequest,
  send,
  textOf,
} from './send.ts'

const MIB = 1024 * 1024
const PART_BYTES = 64 * MIB
/** Largest number of parts of an object in S3. */
const MOST_PARTS = 10_000
const MOST_LIST_BYTES = 16 * MIB
/** Name of the header with the SHA-256 of the whole file, as hex. */
const CHECKSUM = 'x-amz-meta-sha256'

export interface StoredObject {
  /** Name below the prefix. */
  readonly name: string
  readonly bytes: number
}

/** Error of an object whose content is not the one that was stored. */
export class DamagedObject extends StorageError {}

/** Number of attempts to fetch an object whose connection ends too early. */
const FETCHES = 3

/** Files in a bucket of a storage that speaks S3, with names below a prefix. A file is never read into memory as a whole. */
export class Bucket {
  readonly #sending: Sending
  readonly #partBytes: number

  /** Creates the bucket. A file larger than `partBytes` is sent in parts of this size; tests give a smaller one. */
  constructor(sending: Sending, partBytes = PART_BYTES) {
    this.#sending = sending
    this.#partBytes = partBytes
  }

  /** Address of the bucket and prefix for messages, without the key. */
  get address(): string {
    const { endpoint, bucket, prefix } = this.#sending.settings
    return `${endpoint}/${bucket}/${prefix}`
  }

  /**
   * Stores a file under a name and returns the object. The storage compares the SHA-256 of each part with the bytes that it got.
   * Afterwards the size and checksum that it stored are compared with the file; if they differ, the object is removed. Throws a
   * `StorageError` then, and if the storage fails.
   */
  async put(name: string, file: string): Promise<StoredObject> {
    const { size: bytes } = await stat(file)
    const sha256 = await sha256Of(file, 0, bytes)
    await (bytes <= this.#partBytes
      ? this.#send('PUT', name, { headers: { [CHECKSUM]: sha256 }, body: { file, start: 0, end: bytes, sha256 } })
      : this.#putInParts(name, file, bytes, sha256))
    const { headers } = await this.#send('HEAD', name, {})
    if (Number(headers['content-length']) === bytes && headers[CHECKSUM] === sha256) return { name, bytes }
    await this.remove(name)
    throw new StorageError(`${this.address}${name} is not what was sent, and was removed`)
  }

  /**
   * Fetches an object into a new file and compares its checksum with the stored one, if there is one. Begins again if the
   * connection ends early, with three attempts at most. Throws an error, and leaves no new file, if this fails; a file of that
   * name that existed before stays.
   */
  async get(name: string, file: string): Promise<void> {
    for (let fetch = 1; ; fetch++)
      try {
        return await this.#getOnce(name, file)
      } catch (error) {
        if (!isCut(error)) throw error
        if (fetch === FETCHES) throw new StorageError(`${this.address}${name} ends too early, each time`)
      }
  }

  async #getOnce(name: string, file: string): Promise<void> {
    const answer = await send(this.#sending, { method: 'GET', name })
    await this.#requireRoom(answer, name, file)
    const hash = createHash('sha256')
    try {
      answer.on('data', (piece: Buffer) => hash.update(piece))
      await pipeline(answer, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      const expected = answer.headers[CHECKSUM]
      if (expected !== undefined && hash.digest('hex') !== expected)
        throw new DamagedObject(`${this.address}${name} has another checksum than when it was stored`)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) await rm(file, { force: true })
      throw error
    }
  }

  /**
   * Throws a `StorageError`, and reads no more, if an object is larger than the free space of the file's disk. Also throws if the
   * storage does not say its length, since it could fill the disk.
   */
  async #requireRoom(answer: IncomingMessage, name: string, file: string): Promise<void> {
    const { bavail, bsize } = await statfs(dirname(file))
    const [bytes, freeBytes] = [Number(answer.headers['content-length']), bavail * bsize]
    if (bytes <= freeBytes) return
    answer.destroy()
    const mib = (size: number): string => `${Math.ceil(size / MIB).toLocaleString('en')} MiB`
    throw new StorageError(
      Number.isNaN(bytes)
        ? `${this.address}${name} is not fetched: the storage does not say how long it is`
        : `${this.address}${name} has ${mib(bytes)}, and ${mib(freeBytes)} are free in ${dirname(file)}`,
    )
  }

  /** Returns all objects below the prefix whose names begin with `beginning` (all unless given), in the order of the storage. */
  async list(beginning = ''): Promise<StoredObject[]> {
    const { prefix } = this.#sending.settings
    const found: StoredObject[] = []
    const tokens = new Set<string>()
    for (let token: string | undefined = ''; token !== undefined; ) {
      const query = {
        'list-type': '2',
        prefix: `${prefix}${beginning}`,
        ...(token === '' ? {} : { 'continuation-token': token }),
      }
      const { text } = await this.#send('GET', '', { query })
      for (const content of elementsIn(text, 'Contents'))
        found.push({
          name: (elementIn(content, 'Key') ?? '').slice(prefix.length),
          bytes: Number(elementIn(content, 'Size')),
        })
      const next = elementIn(text, 'IsTruncated') === 'true' ? elementIn(text, 'NextContinuationToken') : undefined
      if (next !== undefined && tokens.has(next))
        throw new StorageError(`${this.address} gives the same part of its list again`)
      if (next !== undefined) tokens.add(next)
      token = next
    }
    return found
  }

  async remove(name: string): Promise<void> {
    await this.#send('DELETE', name, {})
  }

  /**
   * Removes the parts of the unfinished uploads below the prefix, as left by a killed process, since they cost like objects:
   * those that one answer of the storage lists.
   */
  async abandonUploads(): Promise<void> {
    const { prefix } = this.#sending.settings
    const { text } = await this.#send('GET', '', { query: { uploads: '', prefix } })
    for (const upload of elementsIn(text, 'Upload')) {
      const [key, uploadId] = [elementIn(upload, 'Key'), elementIn(upload, 'UploadId')]
      if (key?.startsWith(prefix) && uploadId !== undefined) await this.#abandon(key.slice(prefix.length), uploadId)
    }
  }

  async #putInParts(name: string, file: string, bytes: number, sha256: string): Promise<void> {
    const { text } = await this.#send('POST', name, { query: { uploads: '' }, headers: { [CHECKSUM]: sha256 } })
    const uploadId = elementIn(text, 'UploadId')
    if (uploadId === undefined) throw new StorageError(`${this.address} gives no number for an upload in parts`)
    try {
      const partMarks = await this.#sendParts(name, uploadId, file, bytes)
      const parts = partMarks.map((mark, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${mark}</ETag></Part>`)
      const done = await this.#send('POST', name, {
        query: { uploadId },
        body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
      })
      // This answer may begin as a success and still be an error.
      if (elementIn(done.text, 'Code') !== undefined)
        throw new StorageError(`${this.address}${name} could not be put together: ${elementIn(done.text, 'Code')}`)
    } catch (error) {
      await this.#abandon(name, uploadId).catch(() => undefined)
      throw error
    }
  }

  async #sendParts(name: string, uploadId: string, file: string, bytes: number): Promise<string[]> {
    const partBytes = Math.max(this.#partBytes, Math.ceil(bytes / MOST_PARTS))
    const partMarks: string[] = []
    for (let start = 0; start < bytes; start += partBytes) {
      const end = Math.min(start + partBytes, bytes)
      const body: FilePart = { file, start, end, sha256: await sha256Of(file, start, end) }
      const query = { partNumber: String(partMarks.length + 1), uploadId }
      const { headers } = await this.#send('PUT', name, { query, body })
      partMarks.push(String(headers.etag))
    }
    return partMarks
  }

  async #abandon(name: string, uploadId: string): Promise<void> {
    await this.#send('DELETE', name, { query: { uploadId } })
  }

  /** Sends a request and returns the headers and the text of its answer. */
  async #send(method: string, name: string, rest: Omit<StorageRequest, 'method' | 'name'>): Promise<Answer> {
    const answer = await send(this.#sending, { method, name, ...rest })
    const limits = { mostBytes: MOST_LIST_BYTES, withinMs: this.#sending.answerWithinMs }
    return { headers: answer.headers, text: await textOf(answer, limits) }
  }
}

/** Returns true for the error of a connection that ended before its answer was complete. */
const isCut = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'

interface Answer {
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Returns the SHA-256 of the bytes of a file from `start` to `end` (not included), as hex. */
async function sha256Of(file: string, start: number, end: number): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { start, end: end - 1 }), hash)
  return hash.digest('hex')
}
