import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Options of a browser's `credentials.create`, reduced to the fields that an authenticator reads. */
interface CreateOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
interface GetOptions {
  readonly challenge: string
  readonly rpId: string
}

/** Fields in which a made passkey or a signature deviates from a right one, so that a test can check its refusal. */
interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  readonly challenge?: string
  readonly type?: string
  readonly isVerified?: boolean
  readonly userHandle?: string
}

/** Passkey in software with an ES256 key, which signs challenges. Its attestation format is `none`. */
export interface SoftPasskey {
  readonly id: string
  /**
   * Returns the new passkey in the form in which the server adds it, with deviations `but`. Remembers the user handle for later
   * signatures.
   */
  attest(options: CreateOptions, but?: Deviation): Attested
  /** Returns a signed challenge, with deviations `but`. The counter first goes up by 1, unless the passkey does not count. */
  sign(options: GetOptions, but?: Deviation): Signed
}

interface Attested {
  readonly credential_id: string
  readonly client_data: string
  readonly attestation: string
  readonly transports: string[]
}

interface Signed {
  readonly credential_id: string
  readonly client_data: string
  readonly authenticator_data: string
  readonly signature: string
  readonly user_handle?: string
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes a number, text, bytes or map as CBOR (RFC 8949). Numbers and lengths must be below 65536. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.of((kind << 5) | size)
  return size < 256 ? Buffer.of((kind << 5) | 24, size) : Buffer.of((kind << 5) | 25, size >> 8, size & 255)
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = [x, y].map((part) => Buffer.from(part, 'base64url'))
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = point
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, first],
      [-3, second],
    ]),
  )
}

/**
 * Makes a passkey with a new key for the pages of an origin. Its signature counter starts at `counter`; with 0 it stays 0. With
 * `isSynced` it is marked as backed up.
 */
export function softPasskey(origin: string, { counter = 1, isSynced = false } = {}): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  let count = counter
  let handle: string | undefined
  const clientData = (type: string, challenge: string, but: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: but.type ?? type,
        challenge: but.challenge ?? challenge,
        origin: but.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, { isVerified = true, ...but }: Deviation, attested?: Buffer) => {
    const flags = 1 | (isVerified ? 4 : 0) | (isSynced ? 8 + 16 : 0) | (attested === undefined ? 0 : 64)
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(but.counter ?? count)
    return Buffer.concat([sha256(but.rpId ?? rpId), Buffer.of(flags), counted, attested ?? Buffer.alloc(0)])
  }
  return {
    id,
    attest({ challenge, rp, user }, but = {}) {
      handle = user.id
      const idLength = Buffer.of(credential.length >> 8, credential.length & 255)
      const attested = Buffer.concat([Buffer.alloc(16), idLength, credential, coseOf(publicKey)])
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, Cbor>()],
          ['authData', authenticatorData(rp.id, but, attested)],
        ]),
      )
      return {
        credential_id: id,
        client_data: clientData('webauthn.create', challenge, but).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    sign({ challenge, rpId }, but = {}) {
      if (counter > 0) count++
      const client = clientData('webauthn.get', challenge, but)
      const data = authenticatorData(rpId, but)
      const userHandle = but.userHandle ?? handle
      return {
        credential_id: id,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        ...(userHandle === undefined ? {} : { user_handle: userHandle }),
      }
    },
  }
}
