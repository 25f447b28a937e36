import { createReadStream } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as encryptedRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { type AccessKey, amzDate, authorizationOf, EMPTY_SHA256, encode, queryText, sha256 } from './sign.ts'

/** Bucket of a storage that speaks S3, and the key of its account. */
export interface StorageSettings {
  /** Address of the storage, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly bucket: string
  /** Beginning of all names in the bucket, with a slash at its end; may be empty. */
  readonly prefix: string
  readonly region: string
  readonly key: AccessKey
}

/** Bytes of a file from `start` to `end` (not included), and their SHA-256 as hex. */
export interface FilePart {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly sha256: string
}

export interface StorageRequest {
  readonly method: string
  /** Name of the object below the prefix; empty: the bucket. */
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: FilePart | string | undefined
}

/**
 * Error of the storage. `status` is the HTTP status if it answered a request with one of 300 or more; 0 for every other failure,
 * such as that it cannot be reached, is too slow, or sent something that cannot be used. The message contains neither the
 * access key nor a signature.
 */
export class StorageError extends Error {
  readonly status: number

  constructor(text: string, status = 0) {
    super(text)
    this.status = status
  }
}

const ATTEMPTS = 3
const PAUSE_MS = 2000
/** Time (ms) without a byte in either direction after which a request fails. */
const SILENCE_MS = 60_000
const MOST_ERROR_BYTES = 16_384
/** Time (ms) in which a short answer must be complete. */
const ANSWER_MS = 300_000

export interface Sending {
  readonly settings: StorageSettings
  readonly clock: Pick<Clock, 'now'>
  /** Pause before the second attempt, in ms; tests shorten it. */
  readonly pauseMs?: number
  /** Time within which a short answer must be complete, in ms; tests shorten it. */
  readonly answerWithinMs?: number
}

/**
 * Sends a signed request and returns the answer, whose body is not read yet. Tries up to three times if the storage does not
 * answer, is busy (429) or fails (5xx). Throws a `StorageError` for any other error status, and after the last attempt.
 */
export async function send(sending: Sending, request: StorageRequest): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(sending, request)
    } catch (error) {
      const { status } = error as StorageError
      const isPassing = status === 0 || status === 429 || status >= 500
      if (!(error instanceof StorageError) || !isPassing || attempt === ATTEMPTS) throw error
      await delay((sending.pauseMs ?? PAUSE_MS) * attempt)
    }
  }
}

async function sendOnce(
  { settings, clock, answerWithinMs }: Sending,
  request: StorageRequest,
): Promise<IncomingMessage> {
  const { endpoint, bucket, prefix, region, key } = settings
  const { method, name = '', query = {}, body } = request
  const url = new URL(endpoint)
  const path = [bucket, ...(name === '' ? [] : `${prefix}${name}`.split('/'))]
    .map((part) => `/${encode(part)}`)
    .join('')
  const at = clock.now()
  const bodySha256 = typeof body === 'string' ? sha256(body) : (body?.sha256 ?? EMPTY_SHA256)
  const headers = {
    ...request.headers,
    ...{ host: url.host, 'x-amz-date': amzDate(at), 'x-amz-content-sha256': bodySha256 },
  }
  const signable = { method, path, query, headers, bodySha256 }
  const authorization = authorizationOf(signable, { region, service: 's3', at }, key)
  const answer = await exchange(url, {
    ...{ method, path: `${path}${Object.keys(query).length === 0 ? '' : `?${queryText(query)}`}`, body },
    headers: { ...headers, authorization, 'content-length': String(lengthOf(body)) },
  })
  if (answer.statusCode !== undefined && answer.statusCode < 300) return answer
  const xml = await textOf(answer, { withinMs: answerWithinMs }).catch(() => '')
  const [code, message] = [elementIn(xml, 'Code'), elementIn(xml, 'Message')].map((part) => part ?? '')
  const text = [String(answer.statusCode), code, message].filter(Boolean).join(' ')
  throw new StorageError(`${url.host} answered ${method} ${name || bucket} with ${text}`, answer.statusCode)
}

const lengthOf = (body: StorageRequest['body'] = ''): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.end - body.start

interface Exchanged {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: StorageRequest['body']
}

function exchange(url: URL, { method, path, headers, body }: Exchanged): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new StorageError(`${url.host} cannot be reached: ${error.message}`))
    const open = url.protocol === 'https:' ? encryptedRequest : plainRequest
    const request = open({ ...place(url), method, path, headers, timeout: SILENCE_MS, agent: false }, resolve)
    request.on('error', fail)
    request.on('timeout', () => request.destroy(new Error('it is silent')))
    if (body === undefined || typeof body === 'string') return void request.end(body)
    const { file, start, end } = body
    // An answer may come before all was sent; then what is left need not be.
    pipeline(createReadStream(file, { start, end: end - 1 }), request).catch(fail)
  })
}

/** Returns the host without the brackets of an IPv6 address, and the port. */
const place = ({ hostname, port }: URL) => ({ hostname: hostname.replaceAll(/[[\]]/g, ''), port })

interface ShortAnswer {
  readonly mostBytes?: number
  readonly withinMs?: number | undefined
}

/**
 * Reads the body of a short answer as text. Stops once the text has more than `mostBytes` characters and returns the text so far.
 * Throws a `StorageError` if it takes longer than `withinMs` ms.
 */
export async function textOf(
  answer: IncomingMessage,
  { mostBytes = MOST_ERROR_BYTES, withinMs = ANSWER_MS }: ShortAnswer = {},
): Promise<string> {
  const timer = setTimeout(() => answer.destroy(new StorageError('The answer of the storage takes too long')), withinMs)
  let text = ''
  answer.setEncoding('utf8')
  try {
    for await (const piece of answer) {
      text += piece
      if (text.length > mostBytes) break
    }
    return text
  } finally {
    clearTimeout(timer)
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const GREATEST_CODE_POINT = 0x10ffff
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) => {
    if (code === undefined) return ENTITIES[name ?? ''] ?? whole
    return Number(code) > GREATEST_CODE_POINT ? whole : String.fromCodePoint(Number(code))
  })

/**
 * Returns the text of the first element with this name in an answer of the storage, with XML entities resolved. Undefined if
 * there is none or it contains other elements. Elements with attributes are not found.
 */
export const elementIn = (xml: string, name: string): string | undefined => {
  const [found] = elementsIn(xml, name, 1)
  return found === undefined || found.includes('<') ? undefined : unescaped(found)
}

/**
 * Returns the content of each element with this name in order, or of the first `most` ones, in one pass over the text. An element
 * without an end is left out.
 */
export function elementsIn(xml: string, name: string, most = Number.POSITIVE_INFINITY): string[] {
  const [opening, closing] = [`<${name}>`, `</${name}>`]
  const found: string[] = []
  for (let start = xml.indexOf(opening); start >= 0 && found.length < most; ) {
    const end = xml.indexOf(closing, start + opening.length)
    if (end < 0) break
    found.push(xml.slice(start + opening.length, end))
    start = xml.indexOf(opening, end)
  }
  return found
}
