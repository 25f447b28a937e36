import { timingSafeEqual } from 'node:crypto'
import { hashSecret, newSecret } from './tokens.ts'

/** Returns a new random id of a browser (256 bits, base64url). */
export const newBrowser = newSecret

/** Returns the value of the cookie by which a browser is recognized: its id, and a signature after a dot. */
export function signedBrowser(browserSecret: Buffer, browser: string): string {
  return `${browser}.${signatureOf(browserSecret, browser).toString('base64url')}`
}

/** Returns the id of a browser in a cookie that this installation signed; undefined for any other text and without a cookie. */
export function browserIn(browserSecret: Buffer, cookie: string | undefined): string | undefined {
  const [, browser, signature] = /^([\w-]{43})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  if (browser === undefined || signature === undefined) return undefined
  const sent = Buffer.from(signature, 'base64url')
  const right = signatureOf(browserSecret, browser)
  return sent.length === right.length && timingSafeEqual(sent, right) ? browser : undefined
}

function signatureOf(browserSecret: Buffer, browser: string): Buffer {
  return hashSecret(browserSecret, JSON.stringify(['browser', browser]))
}
