import parsePhoneNumber from 'libphonenumber-js/max'
import { Invalid } from '../../platform/errors.ts'

/**
 * Pattern of a phone number without letters. It refuses numbers like `1-800-FLOWERS` and extensions, which text messages cannot
 * reach.
 */
const plain = /^[+\d\s().\-\u2010-\u2015\u00a0/]*$/

/**
 * Converts a typed US phone number to E.164, such as `+12125550100`; null for a blank text. 400 for an invalid or
 * foreign number, and for one with letters or an extension.
 */
export function readPhone(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const number = plain.test(text) ? parsePhoneNumber(text, 'US') : undefined
  if (!number?.isValid() || number.country !== 'US') throw new Invalid(undefined, 'phone_invalid')
  return number.number
}
