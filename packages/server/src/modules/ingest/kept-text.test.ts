import { createHash } from 'node:crypto'
import { DeviceEvent } from '@millwatch/contract/devices'
import { MAX_RAW_BYTES } from '@millwatch/domain/devices'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { checkMessage, readQuarantined } from './check-message.ts'
import { keptText, keptWithin } from './kept-text.ts'

const NOW = 1_790_000_000_000
const readable = Compile(DeviceEvent)
const sha256 = (text: string) => createHash('sha256').update(text).digest()

const reading = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null })
/** Returns texts that take as many bytes as the contract allows. */
const text = (maxLength: number) =>
  fc
    .array(fc.constantFrom('a', '\u0001', '"', '\\', 'é', '€', '😀'), { minLength: 1, maxLength })
    .map((parts) => parts.join(''))
const t = fc.integer({ min: NOW + 86_400_001, max: NOW + 900_000_000 })
const event = fc.oneof(
  fc.record({
    t,
    type: fc.constant('cycle'),
    cycle_time: fc.double({ min: 0, max: 2e6, noNaN: true }),
    count: fc.nat(9),
  }),
  fc.record({ t, type: fc.constant('tlm'), temperature_1: reading, analog_in_1: reading }),
  fc.record({ t, type: fc.constant('input'), input: text(32), value: fc.constantFrom(0, 1) }),
  fc.record({ t, type: fc.constant('status'), status: fc.constantFrom('running', 'down') }),
  fc.record({ t, type: fc.constant('power'), on: fc.boolean() }),
  fc.record({
    t,
    type: fc.constant('ping'),
    ip: text(64),
    firmware: text(64),
    since: fc.integer({ min: NOW, max: NOW + 9 }),
  }),
)

describe('The text that quarantine keeps', () => {
  test('of an event that can be read can be read as the same event, however much was sent along with it', () => {
    const extra = fc.record({ vendor: fc.string({ maxLength: 10 }), padding: fc.nat(9000) })
    fc.assert(
      fc.property(event, extra, (knownFields, { vendor, padding }) => {
        const sent = { ...knownFields, vendor, padding: 'x'.repeat(padding), nested: { t: 1, type: 'ping' } }
        fc.pre(readable.Check(sent))
        const kept = keptText(sent, true)
        expect(Buffer.byteLength(kept.raw)).toBeLessThanOrEqual(MAX_RAW_BYTES)
        expect(readQuarantined(kept.raw, 3)).toEqual(readQuarantined(JSON.stringify(sent), 3))
        expect(readQuarantined(kept.raw, 3)).not.toBeNull()
        expect(kept.originalBytes).toBe(Buffer.byteLength(JSON.stringify(sent)))
        if (kept.sha256 === null) expect(kept.raw).toBe(JSON.stringify(sent))
        else expect(kept.sha256).toEqual(sha256(JSON.stringify(sent)))
      }),
    )
  })

  test('of anything else is its beginning, at most 4 KiB of whole characters, with the hash and the size of all', () => {
    const junk = fc.tuple(
      fc.constantFrom('x', 'é', '€', '😀', '\ud800', '\u0000'),
      fc.integer({ min: 0, max: 9000 }),
      fc.nat(3),
    )
    fc.assert(
      fc.property(junk, ([character, times, shift]) => {
        const sent = 'y'.repeat(shift) + character.repeat(times)
        const whole = JSON.stringify(sent)
        const kept = keptText(sent, false)
        expect(Buffer.byteLength(kept.raw)).toBeLessThanOrEqual(MAX_RAW_BYTES)
        expect(Buffer.byteLength(kept.raw)).toBeGreaterThan(Math.min(MAX_RAW_BYTES - 4, Buffer.byteLength(whole) - 1))
        expect(whole.startsWith(kept.raw)).toBe(true)
        expect(kept.originalBytes).toBe(Buffer.byteLength(whole))
        expect(kept.sha256).toEqual(Buffer.byteLength(whole) > MAX_RAW_BYTES ? sha256(whole) : null)
      }),
    )
  })

  test('holds nothing that a database cannot keep, and does not grow over the limit by that', () => {
    const kept = keptWithin('\u0000'.repeat(4000), () => Buffer.alloc(32))
    expect(kept.raw).not.toContain('\u0000')
    expect(Buffer.byteLength(kept.raw)).toBeLessThanOrEqual(MAX_RAW_BYTES)
    expect(kept.sha256).not.toBeNull()
  })

  test('does not change which batch is the same again: that rests on all of its content', () => {
    const batch = (padding: string) =>
      checkMessage({ deviceId: 1, envelope: { batch_id: 'b', events: [padding] }, receivedAt: NOW, ip: null })
    const [first, other] = [batch('x'.repeat(9000)), batch(`${'x'.repeat(8999)}y`)]
    expect(first.quarantined[0]?.raw).toBe(other.quarantined[0]?.raw)
    expect(first.contentHash).not.toEqual(other.contentHash)
  })
})
