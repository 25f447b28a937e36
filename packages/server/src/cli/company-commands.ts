import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { configOf } from '../modules/company/index.ts'
import { companyRecords, type Removed, removeCompany } from '../modules/identity/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/index.ts'
import { toIso } from '../platform/http/instants.ts'
import {
  describeCompany,
  flagsOf,
  graceDays,
  type Operating,
  restoreCompany,
  resume,
  scheduleDeletion,
  setFlag,
  suspend,
} from './companies.ts'
import { counted } from './counted.ts'
import { exportTo } from './export-company.ts'
import { foundFirstCompany } from './found-company.ts'

/**
 * Environment of a command of the operator: clock, access to the database, output, and the function that ends with the usage
 * text.
 */
export interface Commanding {
  readonly clock: Clock
  /** Opens the installation's database for `work`, with its server running or not, and returns the result. */
  readonly withDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  readonly print: (line: string) => void
  /** Ends the program with the usage text, because the arguments are not a valid command. */
  readonly misused: () => never
}

export type Command = (commanding: Commanding, args: string[]) => Promise<void>

const text = { type: 'string' } as const

/** Returns the only argument of a command; ends the program with the usage text if there are none or several. */
export function only({ misused }: Commanding, args: readonly string[]): string {
  const [word] = args
  return word !== undefined && args.length === 1 ? word : misused()
}

/**
 * Returns the id that was typed as `word`, a positive integer. Ends the program with the usage text for any other word, or none.
 */
export function idOf({ misused }: Commanding, word: string | undefined): number {
  return word !== undefined && /^[1-9]\d{0,14}$/.test(word) ? Number(word) : misused()
}

const operate = <T>({ clock, withDatabase }: Commanding, work: (operating: Operating) => Promise<T>): Promise<T> =>
  withDatabase((database) => work({ database, clock }))

const create: Command = async (commanding, args) => {
  const options = { admin: text, timezone: { ...text, default: 'UTC' } }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const typed = only(commanding, positionals)
  const { admin, timezone } = values
  if (admin === undefined) return commanding.misused()
  const { companyId, name, email, password } = await operate(commanding, (operating) =>
    foundFirstCompany(operating, { name: typed, email: admin, timezone }),
  )
  commanding.print(`Company "${name}" (${companyId}) is made, with ${email} as its superuser.`)
  if (password === undefined) commanding.print('This person is known already and signs in as before.')
  else commanding.print(`First password, shown this once: ${password}`)
}

const list: Command = async (commanding, args) => {
  if (args.length > 0) return commanding.misused()
  for (const record of await commanding.withDatabase(companyRecords)) {
    const { companyId, name, suspendedAt, deleteDueAt } = record
    const suspension =
      deleteDueAt !== null
        ? `  to be removed on ${toIso(deleteDueAt)}`
        : suspendedAt !== null
          ? `  suspended since ${toIso(suspendedAt)}`
          : ''
    commanding.print(`${companyId}  ${JSON.stringify(name)}${suspension}`)
  }
}

const describe: Command = async (commanding, args) => {
  const options = { name: text, street: text, zip: text, phone: text, email: text }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const id = idOf(commanding, only(commanding, positionals))
  const orNothing = (typed: string | undefined) => (typed === undefined ? {} : { value: typed.trim() || null })
  const [street, zip, phone, email] = [values.street, values.zip, values.phone, values.email].map(orNothing)
  const change = {
    ...(values.name === undefined ? {} : { name: values.name.trim() }),
    ...(street?.value === undefined ? {} : { streetAddress: street.value }),
    ...(zip?.value === undefined ? {} : { zipCode: zip.value }),
    ...(phone?.value === undefined ? {} : { pocPhoneNumber: phone.value }),
    ...(email?.value === undefined ? {} : { pocEmail: email.value }),
  }
  const now = await operate(commanding, (operating) => describeCompany(operating, id, change))
  const shown = { name: now.name, street: now.streetAddress, zip: now.zipCode, phone: now.pocPhoneNumber }
  for (const [key, value] of Object.entries({ ...shown, email: now.pocEmail }))
    commanding.print(`${key.padEnd(7)} ${value === null ? '-' : JSON.stringify(value)}`)
}

const suspension =
  (change: typeof suspend, messageOf: (name: string) => string): Command =>
  async (commanding, args) => {
    const id = idOf(commanding, only(commanding, args))
    const { name } = await operate(commanding, (operating) => change(operating, id))
    commanding.print(messageOf(name))
  }

const exportOne: Command = async (commanding, args) => {
  const [id, file] = args
  if (file === undefined || args.length > 2) return commanding.misused()
  const companyId = idOf(commanding, id)
  const rows = await operate(commanding, (operating) => exportTo(operating, companyId, resolve(file)))
  commanding.print(`${file}: ${rows.toLocaleString('en')} rows written.`)
}

/**
 * Removes a company and all its data at once and forever. Returns the number of removed rows by table. Throws a start error
 * unless `confirmed` is the company's name.
 */
async function deleteNow(operating: Operating, companyId: number, confirmed: string): Promise<Removed> {
  const at = await scheduleDeletion(operating, companyId, { confirmed, now: true })
  return removeCompany(operating.database, companyId, at)
}

const remove: Command = async (commanding, args) => {
  const options = { confirm: text, now: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const id = idOf(commanding, only(commanding, positionals))
  const { confirm: confirmed = '', now } = values
  if (now)
    return printRemoved(commanding, await operate(commanding, (operating) => deleteNow(operating, id, confirmed)))
  const at = await operate(commanding, (operating) => scheduleDeletion(operating, id, { confirmed, now }))
  commanding.print(`"${confirmed}" is suspended, and removed on ${toIso(at)}, in ${graceDays} days.`)
  commanding.print(`Until then it can be had back: company restore ${id}`)
}

function printRemoved({ print }: Commanding, removed: Removed): void {
  for (const { table, rows } of removed) print(`${table.padEnd(24)} ${counted(rows, 'row')}`)
  print(
    `Removed: ${counted(
      removed.reduce((sum, { rows }) => sum + rows, 0),
      'row',
    )} of ${counted(removed.length, 'table')}.`,
  )
}

/**
 * Runs `flags COMPANY [NAME [VALUE]]`: sets the flag if there is a value, and prints all flags of the company, or only the named
 * one. For an unknown name, ends with the usage text, or with a start error if there is a value.
 */
export const flags: Command = async (commanding, args) => {
  const [company, name, word] = args
  if (args.length > 3) return commanding.misused()
  const id = idOf(commanding, company)
  const now = await operate(commanding, (operating) =>
    name === undefined || word === undefined ? flagsOf(operating, id) : setFlag(operating, id, name, word),
  )
  const shown = Object.entries(configOf(now)).filter(([flag]) => name === undefined || flag === name)
  if (shown.length === 0) return commanding.misused()
  for (const [flag, value] of shown)
    commanding.print(`${flag.padEnd(15)} ${typeof value === 'boolean' ? (value ? 'on' : 'off') : (value ?? 'default')}`)
}

export const companyCommands: Readonly<Record<string, Command>> = {
  create,
  list,
  set: describe,
  suspend: suspension(suspend, (name) => `"${name}" is suspended: nobody comes in, and its devices are refused.`),
  resume: suspension(resume, (name) => `"${name}" goes on. Its people sign in again.`),
  restore: suspension(restoreCompany, (name) => `"${name}" is not removed, and goes on. Its people sign in again.`),
  export: exportOne,
  delete: remove,
}
