import { hash } from 'node:crypto'
import { DeviceEvent } from '@millwatch/contract/devices'
import { MAX_RAW_BYTES } from '@millwatch/domain/devices'
import type { KeptText } from './stored-event.ts'

/** Names of the fields that the contract defines, by type of event. */
const fieldsOfType: ReadonlyMap<unknown, readonly string[]> = new Map(
  DeviceEvent.anyOf.map(({ properties }) => [properties.type.const, Object.keys(properties)]),
)

/**
 * Returns the text of an event as quarantine stores it. A readable event over 4 KiB loses the fields that the contract does not
 * define, so that it stays readable; any other text over 4 KiB is cut. NUL characters are replaced.
 */
export function keptText(event: unknown, isReadable: boolean): KeptText {
  const whole = JSON.stringify(event) ?? 'null'
  const kept = keptWithin(whole, () => hash('sha256', whole, 'buffer'))
  if (!isReadable) return kept
  const raw = kept.sha256 === null ? kept.raw : JSON.stringify(knownFieldsOf(event as DeviceEvent))
  return { ...kept, raw, isReadable: true }
}

/**
 * Returns a text as quarantine stores unreadable content: at most its first 4 KiB, without splitting a character, NUL characters
 * replaced, with the number of bytes of the whole. If it is cut, it has the hash of the whole, for which `hashOf` is called; else
 * the hash is null.
 */
export function keptWithin(text: string, hashOf: () => Buffer, originalBytes = Buffer.byteLength(text)): KeptText {
  const whole = originalBytes <= MAX_RAW_BYTES ? storable(text) : null
  if (whole !== null && Buffer.byteLength(whole) <= MAX_RAW_BYTES)
    return { raw: whole, originalBytes, sha256: null, isReadable: false }
  return { raw: firstBytes(storable(text.slice(0, MAX_RAW_BYTES))), originalBytes, sha256: hashOf(), isReadable: false }
}

function knownFieldsOf(event: DeviceEvent): object {
  const fields = fieldsOfType.get(event.type) ?? []
  return Object.fromEntries(Object.entries(event).filter(([name]) => fields.includes(name)))
}

function firstBytes(text: string): string {
  const bytes = Buffer.from(text)
  let end = Math.min(bytes.length, MAX_RAW_BYTES)
  // Go back to the start of a character: its later bytes have the form 10xxxxxx.
  while (end < bytes.length && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.toString('utf8', 0, end)
}

/** Returns the text with each NUL character, which PostgreSQL text cannot hold, replaced by U+FFFD. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD')
}
