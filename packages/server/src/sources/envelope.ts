import { isUtf8 } from 'node:buffer'
import { Envelope, type EnvelopeShape } from '@millwatch/contract/devices'
import { Compile } from 'typebox/compile'

const envelope = Compile(Envelope)

/**
 * Parses bytes as an envelope in JSON. If they are none, returns the fault in `path`: not UTF-8, not JSON, or the place and
 * message of the first fault. Does not check the events inside.
 */
export function parseEnvelope(body: Buffer): { envelope: EnvelopeShape } | { path: string } {
  // Bytes that are no text would be replaced one by one, and what is stored would not be what the device sent.
  if (!isUtf8(body)) return { path: 'the body is not text in UTF-8' }
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return { path: 'the body is not JSON' }
  }
  if (envelope.Check(value)) return { envelope: value as EnvelopeShape }
  const [error] = envelope.Errors(value)
  return { path: error === undefined ? '/' : `${error.instancePath || '/'} ${error.message}` }
}
