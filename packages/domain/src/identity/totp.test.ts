import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase32, toBase32 } from './base32.ts'
import { readTypedCode, recoveryCode } from './recovery-code.ts'
import { acceptedStep, inGroups, totpAddress, totpCode, totpMessage, totpStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890', 'ascii')
const hmac = (step: number) => createHmac('sha1', secret).update(totpMessage(step)).digest()
const codeOf = (step: number) => totpCode(hmac(step))

describe('codes of an authenticator app', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238, appendix B, at %d s', (seconds, code) => {
    const step = totpStep(seconds * 1000)
    expect(totpCode(hmac(step), 8)).toBe(code)
    expect(codeOf(step)).toBe(code.slice(2))
  })

  test('are those of RFC 4226, appendix D', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
    expect(codes.map((_, count) => codeOf(count))).toEqual(codes)
  })

  test('are accepted one step early or late, and never twice or in another order', () => {
    const now = fc.integer({ min: 3, max: 4_000_000_000 }).map((seconds) => seconds * 1000)
    const away = fc.integer({ min: -3, max: 3 })
    fc.assert(
      fc.property(now, away, away, (at, typedAway, lastAway) => {
        const present = totpStep(at) + 5
        // Codes that are their step, so that no two are equal by chance.
        const plain = (step: number) => String(step)
        const [typed, lastStep] = [plain(present + typedAway), present + lastAway]
        const accepted = acceptedStep({ typed, now: present * 30_000, lastStep, codeOf: plain })
        const isRight = Math.abs(typedAway) <= 1 && typedAway > lastAway
        expect(accepted).toBe(isRight ? present + typedAway : null)
      }),
    )
  })
})

test('base32 is that of RFC 4648, and is read back whatever the bytes are', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, code] of Object.entries(vectors)) expect(toBase32(Buffer.from(text))).toBe(code)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(fromBase32(inGroups(toBase32(bytes)).toLowerCase())).toEqual(bytes)
    }),
  )
  for (const text of ['MZXW1', 'ß', 'MZXWſ', 'ıı']) expect(fromBase32(text)).toBeNull()
})

test('the address for the app names product and account', () => {
  expect(totpAddress(secret, 'eva+1@ash.example')).toBe(
    'otpauth://totp/Millwatch:eva%2B1%40ash.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Millwatch&algorithm=SHA1&digits=6&period=30',
  )
})

describe('a typed code', () => {
  test.each([
    ['123456', { kind: 'totp', code: '123456' }],
    [' 123 456 ', { kind: 'totp', code: '123456' }],
    ['ABCD-efgh ijkl-mno2', { kind: 'recovery_code', code: 'abcdefghijklmno2' }],
    ['0bcd-1fgh-ijkl-mno8', { kind: 'recovery_code', code: 'obcdlfghijklmnob' }],
  ])('is read: %s', (text, typed) => expect(readTypedCode(text)).toEqual(typed))
  test.each(['', '12345', '1234567', 'abcd-efgh-ijkl', 'abcd-efgh-ijkl-mno9', '١٢٣٤٥٦'])('is refused: %s', (text) =>
    expect(readTypedCode(text)).toBeNull(),
  )

  test('is a recovery code whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const shown = recoveryCode(bytes)
        expect(shown).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
        expect(readTypedCode(shown)).toEqual({ kind: 'recovery_code', code: shown.replaceAll('-', '') })
      }),
    )
  })
})
