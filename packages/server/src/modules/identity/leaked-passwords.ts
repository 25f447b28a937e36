import { readFileSync } from 'node:fs'
import { isInFilter } from './password-filter.ts'

let filter: Uint8Array | undefined

/**
 * Returns true if a password is among the 100,000 most frequent ones of published leaks that a policy would otherwise accept
 * (`make-leaked-passwords.ts` makes the filter). It is also true for about one in 25,000 other passwords. The check is local.
 */
export function isLeaked(password: string): boolean {
  filter ??= readFileSync(new URL('./leaked-passwords.filter', import.meta.url))
  return isInFilter(filter, password)
}
