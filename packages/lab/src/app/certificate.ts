import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * Encodes one DER element: the tag byte, the length, and the parts one after the other as content. The content must be shorter
 * than 65536 bytes.
 */
function der(tag: number, ...parts: readonly (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly (Buffer | number[])[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), der(0x0c, [...Buffer.from(name)]))))
const generalizedTime = (text: string) => der(0x18, [...Buffer.from(text)])
/** X.509 extension `subjectAltName` in DER, with the names localhost and 127.0.0.1. */
const alternativeNames = sequence(
  der(0x06, [0x55, 0x1d, 0x11]),
  der(0x04, sequence(der(0x82, [...Buffer.from('localhost')]), der(0x87, [127, 0, 0, 1]))),
)

/**
 * Creates a self-signed certificate for localhost and 127.0.0.1, whose common name is `name`, and its key; both in PEM. `until`
 * is its last second, as `20990101000000Z`.
 */
export function selfSigned(name = 'localhost', until = '20990101000000Z'): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const toBeSigned = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    commonName(name),
    sequence(generalizedTime('20200101000000Z'), generalizedTime(until)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, [0], signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
