import { createHash, createHmac } from 'node:crypto'

/** Access key of an S3 storage: its id, and the secret that signs requests. */
export interface AccessKey {
  readonly id: string
  readonly secret: string
}

/** Request in the form that is signed. `headers` have lower-case names and contain `host`. */
export interface Signable {
  readonly method: string
  /** Path, with its segments encoded as they are sent. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, as hex. */
  readonly bodySha256: string
}

export interface Scope {
  readonly region: string
  readonly service: string
  /** Instant (epoch ms) of the signature. */
  readonly at: number
}

/** Returns the SHA-256 of a text, as hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** SHA-256 of an empty body, as hex. */
export const EMPTY_SHA256 = sha256('')

/** Encodes a name or a value by the rule of RFC 3986: every byte but those of letters, digits and `-._~` becomes `%XX`. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns the query of a request without `?`, encoded and sorted by the encoded names, as it is sent and signed; an empty text
 * for no fields.
 */
export const queryText = (query: Signable['query']): string =>
  Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([name], [other]) => (name < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Returns an instant (epoch ms) in the form of the signature, such as `20150830T123600Z`. */
export const amzDate = (at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

/** Returns the value of the header `authorization` of a request, by AWS Signature Version 4. */
export function authorizationOf(request: Signable, { region, service, at }: Scope, { id, secret }: AccessKey): string {
  const date = amzDate(at)
  const day = date.slice(0, 8)
  const names = Object.keys(request.headers).sort()
  const signed = names.join(';')
  const lines = names.map((name) => `${name}:${request.headers[name]?.trim().replaceAll(/ +/g, ' ')}\n`)
  const canonical = [
    ...[request.method, request.path, queryText(request.query)],
    ...[lines.join(''), signed, request.bodySha256],
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}
