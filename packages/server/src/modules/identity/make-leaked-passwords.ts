// Makes the filter of leaked passwords: npm run make:passwords -- LIST, a text file with one password per line, commonest first.
import { readFileSync, writeFileSync } from 'node:fs'
import { makePasswordFilter } from './password-filter.ts'

/** Most passwords in the filter. */
const MOST = 100_000
const SHORTEST = 8
const LONG = 12

/**
 * Returns true for a password that a policy may accept: at least 12 characters, or at least 8 with a letter and a digit. The
 * filter needs no others.
 */
const mayBeAccepted = (password: string): boolean =>
  password.length >= LONG || (password.length >= SHORTEST && /\p{L}/u.test(password) && /\p{N}/u.test(password))

const [list] = process.argv.slice(2)
if (list === undefined) throw new Error('Name a text file with one password per line, commonest first')
const lines = readFileSync(list, 'utf8').split(/\r?\n/)
const passwords = [...new Set(lines.map((line) => line.normalize('NFC').toLowerCase()))]
  .filter(mayBeAccepted)
  .slice(0, MOST)
writeFileSync(new URL('./leaked-passwords.filter', import.meta.url), makePasswordFilter(passwords))
process.stdout.write(`${passwords.length} passwords\n`)
