const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_A_LETTER = 5

/** Encodes bytes as base32 (RFC 4648) in upper case, without the padding that authenticator apps leave out. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= BITS_A_LETTER) {
      bits -= BITS_A_LETTER
      text += LETTERS[(value >> bits) & 31]
    }
    value &= 255
  }
  return bits === 0 ? text : text + LETTERS[(value << (BITS_A_LETTER - bits)) & 31]
}

/** Decodes base32 in either case, with or without spaces and padding; null for any other character. */
export function fromBase32(text: string): Uint8Array | null {
  // Before the change to upper case, which makes SS of a sharp s.
  if (!/^[A-Za-z2-7\s=]*$/.test(text)) return null
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text.toUpperCase().replaceAll(/[\s=]/g, '')) {
    value = ((value << BITS_A_LETTER) | LETTERS.indexOf(letter)) & 4095
    bits += BITS_A_LETTER
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 255)
  }
  return Uint8Array.from(bytes)
}
