import { readFileSync } from 'node:fs'
import { isInFilter } from './password-filter.ts'

let filter: Uint8Array | undefined

/**
 * Returns true if a password is among the 100,000 that stand most often in published leaks, of those that a policy would
 * accept otherwise (`make-leaked-passwords.ts` makes the filter). One in 25,000 other passwords is taken for one of them.
 * Nothing leaves the server.
 */
export function isLeaked(password: string): boolean {
  filter ??= readFileSync(new URL('./leaked-passwords.filter', import.meta.url))
  return isInFilter(filter, password)
}
