import { toBase32 } from './base32.ts'

/** Duration of a step (ms, 30 s), in which one code is valid (RFC 6238, section 5.2). */
export const TOTP_STEP_MS = 30_000
const DIGITS = 6

/** Length of a secret in bytes: that of the output of HMAC-SHA-1, as RFC 4226 recommends. */
export const TOTP_SECRET_BYTES = 20

/** Returns the number of the step that contains `now` (epoch ms). */
export const totpStep = (now: number): number => Math.floor(now / TOTP_STEP_MS)

/** Returns a step as the message of the HMAC: 8 bytes, the highest first. */
export function totpMessage(step: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(step))
  return bytes
}

/** Returns the code of an HMAC-SHA-1 of a step by the truncation of RFC 4226, section 5.3, as digits with leading zeros. */
export function totpCode(hmac: Uint8Array, digits: number = DIGITS): string {
  const view = new DataView(hmac.buffer, hmac.byteOffset, hmac.byteLength)
  const offset = view.getUint8(hmac.byteLength - 1) & 15
  const number = view.getUint32(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

interface TypedTotp {
  readonly typed: string
  /** Present time, epoch ms. */
  readonly now: number
  /** Step of the last code that was accepted; 0: none was. */
  readonly lastStep: number
  readonly codeOf: (step: number) => string
}

/**
 * Returns the step of a typed code; null: it is not accepted. The step before the present one and the step after it count too,
 * as clocks of phones differ and people take time. No code of the last accepted step or of an earlier one is accepted.
 */
export function acceptedStep({ typed, now, lastStep, codeOf }: TypedTotp): number | null {
  const present = totpStep(now)
  const steps = [present, present - 1, present + 1].filter((step) => step > lastStep)
  return steps.find((step) => codeOf(step) === typed) ?? null
}

/** Returns the address by which an authenticator app takes a secret over, as a link or as a QR code. */
export function totpAddress(secret: Uint8Array, account: string): string {
  const label = `Millwatch:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=Millwatch&algorithm=SHA1&digits=${DIGITS}&period=${TOTP_STEP_MS / 1000}`
}

/**
 * Returns a text in groups of four characters with `separator` between them, as people read and type it. The last group may be
 * shorter; an empty text stays empty.
 */
export const inGroups = (text: string, separator = ' '): string => (text.match(/.{1,4}/g) ?? []).join(separator)
