import parsePhoneNumber from 'libphonenumber-js/max'
import { Invalid } from '../../platform/errors.ts'

/** Without letters: `1-800-FLOWERS` is none, and neither is an extension, which no text message reaches. */
const plain = /^[+\d\s().\-\u2010-\u2015\u00a0/]*$/

/** A phone number as somebody in the US writes it (one of elsewhere with its +), in E.164; blank: none. */
export function readPhone(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  const number = plain.test(text) ? parsePhoneNumber(text, 'US') : undefined
  if (!number?.isValid() || number.country !== 'US') throw new Invalid(undefined, 'phone_invalid')
  return number.number
}
