import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { authorizationOf } from '@millwatch/server/platform/s3/sign'

const REGION = 'eu-test-1'
const BUCKET = 'backups'
const key = { id: 'test-key-id', secret: 'test-key-secret' }
const MOST_LISTED = 2

interface Stored {
  content: Buffer
  readonly sha256: string | undefined
}

/** S3 storage in memory on a loopback port. A request whose signature or body checksum is wrong gets 403. */
export interface S3Storage {
  readonly settings: {
    readonly endpoint: string
    readonly bucket: string
    readonly prefix: string
    readonly region: string
    readonly key: { readonly id: string; readonly secret: string }
  }
  /** Stored objects by their full name, which includes the prefix. */
  readonly objects: Map<string, Stored>
  /** Unfinished multipart uploads by upload id: name of the object, parts received by part number, and declared checksum. */
  readonly uploads: Map<
    string,
    { readonly name: string; readonly parts: Map<number, Buffer>; readonly sha256: string | undefined }
  >
  /** Method and path with query of each request, in order of arrival. */
  readonly requests: string[]
  /**
   * Answers every request for which `picks` is true with an error of this status, without serving it, until the next call of
   * `fail`. With `cut` it serves the request, but sends half of the answer and destroys the connection. `picks` gets the method
   * and the path with query.
   */
  fail(status: number | 'cut', picks: (request: string) => boolean): void
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body?: string | Buffer
  readonly headers?: Record<string, string>
}

/** Request with its query, its body and the full name of its object; an empty name is the bucket itself. */
interface Call {
  readonly request: IncomingMessage
  readonly query: URLSearchParams
  readonly name: string
  readonly body: Buffer
}

/**
 * Starts an S3 storage with one empty bucket on a free loopback port. `prefix` goes unchanged into the settings for its clients.
 */
export async function s3Storage(prefix = 'plant one/'): Promise<S3Storage> {
  const storage = { objects: new Map(), uploads: new Map(), requests: [] } as unknown as S3Storage
  let failing: { status: number | 'cut'; picks: (request: string) => boolean } | undefined
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const line = `${request.method} ${request.url}`
      storage.requests.push(line)
      const fault = failing?.picks(line) ? failing.status : undefined
      const { status, body, headers } =
        typeof fault === 'number' ? errorOf(fault, 'SlowDown') : answerTo(storage, request, Buffer.concat(pieces))
      if (fault === 'cut') {
        response.writeHead(status, headers).write(body?.slice(0, body.length / 2) ?? '', () => response.destroy())
        return
      }
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return Object.assign(storage, {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, prefix, region: REGION, key },
    fail(status: number | 'cut', picks: (request: string) => boolean) {
      failing = { status, picks }
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  })
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const errorOf = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>No &amp; no</Message></Error>`,
})

function answerTo(storage: S3Storage, request: IncomingMessage, body: Buffer): Answer {
  const refusal = refusalOf(request, body)
  if (refusal) return errorOf(403, refusal)
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://storage')
  const call = { request, query, body, name: decodeURIComponent(pathname).slice(BUCKET.length + 2) }
  if (call.name === '') return query.has('uploads') ? uploadsOf(storage) : listOf(storage, query)
  return request.method === 'POST' || query.has('uploadId') ? uploading(storage, call) : object(storage, call)
}

/**
 * Returns the S3 error code with which a request is refused (unsigned headers, wrong signature, wrong body checksum), or
 * undefined if signature and checksum are right.
 */
function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://storage')
  const given = headers.authorization ?? ''
  const signed = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? []
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return 'AccessDenied'
  const at = Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))
  const bodySha256 = String(headers['x-amz-content-sha256'])
  const request = { method, path: pathname, query: Object.fromEntries(searchParams), bodySha256 }
  const kept = Object.fromEntries(signed.map((name) => [name, String(headers[name])]))
  const expected = authorizationOf({ ...request, headers: kept }, { region: REGION, service: 's3', at }, key)
  if (expected !== given) return 'SignatureDoesNotMatch'
  return sha256(body) === bodySha256 ? undefined : 'XAmzContentSHA256Mismatch'
}

const checksumIn = ({ headers }: IncomingMessage): string | undefined => headers['x-amz-meta-sha256']?.toString()

function object({ objects }: S3Storage, { request, name, body }: Call): Answer {
  if (request.method === 'PUT') {
    objects.set(name, { content: body, sha256: checksumIn(request) })
    return { status: 200 }
  }
  if (request.method === 'DELETE') {
    objects.delete(name)
    return { status: 204 }
  }
  const found = objects.get(name)
  if (!found) return errorOf(404, 'NoSuchKey')
  const headers = { 'content-length': String(found.content.length), 'x-amz-meta-sha256': found.sha256 ?? '' }
  return { status: 200, headers, body: found.content }
}

function listOf({ objects }: S3Storage, query: URLSearchParams): Answer {
  const from = Number(query.get('continuation-token') ?? 0)
  const all = [...objects].filter(([name]) => name.startsWith(query.get('prefix') ?? '')).sort()
  const rows = all
    .slice(from, from + MOST_LISTED)
    .map(([name, { content }]) => `<Contents><Key>${name}</Key><Size>${content.length}</Size></Contents>`)
  const next = from + MOST_LISTED
  const more =
    next < all.length
      ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>`
      : '<IsTruncated>false</IsTruncated>'
  return { status: 200, body: `<ListBucketResult>${more}${rows.join('')}</ListBucketResult>` }
}

function uploadsOf({ uploads }: S3Storage): Answer {
  const rows = [...uploads].map(([id, { name }]) => `<Upload><Key>${name}</Key><UploadId>${id}</UploadId></Upload>`)
  return { status: 200, body: `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>` }
}

/**
 * Answers a request about a multipart upload: begins it, stores a part, aborts it, or joins the parts listed in the body into the
 * object. An unknown upload id gets 404.
 */
function uploading({ objects, uploads, requests }: S3Storage, { request, query, name, body }: Call): Answer {
  if (query.has('uploads')) {
    const id = `upload-${requests.length}`
    uploads.set(id, { name, parts: new Map(), sha256: checksumIn(request) })
    return { status: 200, body: `<Initiated><UploadId>${id}</UploadId></Initiated>` }
  }
  const id = query.get('uploadId') ?? ''
  const found = uploads.get(id)
  if (!found) return errorOf(404, 'NoSuchUpload')
  if (request.method === 'PUT') {
    found.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${sha256(body).slice(0, 32)}"` } }
  }
  uploads.delete(id)
  if (request.method === 'DELETE') return { status: 204 }
  const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
  const content = Buffer.concat(numbers.map((number) => found.parts.get(number) ?? Buffer.alloc(0)))
  objects.set(name, { content, sha256: found.sha256 })
  return { status: 200, body: '<Completed></Completed>' }
}
