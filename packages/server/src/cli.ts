#!/usr/bin/env node
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, restore } from './cli/backup.ts'
import { counted } from './cli/counted.ts'
import { foundFirstCompany } from './cli/found-company.ts'
import { rebuild } from './cli/rebuild.ts'
import { verifyAll } from './cli/verify.ts'
import { withDatabase } from './cli/with-database.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { findCompany, keepEventsFor } from './platform/directory/index.ts'
import { createLogger } from './platform/logger.ts'
import { messageOf, StartError } from './platform/start-error.ts'

const usage = `Usage:
  millwatch company create NAME --admin EMAIL [--timezone ZONE]
      Makes a company and its superuser, and prints the first password, once. The zone is IANA's, as Europe/Zurich;
      UTC unless given.

  millwatch backup FILE
      Writes everything to one file, out of one snapshot, while the server goes on working.
  millwatch restore FILE
      Puts a backup into a new, empty installation whose server does not run.

  millwatch verify [--repair]
      Checks that everything holds that must (docs/operations.md), reading only. Exit code 1 where something does not.
      With --repair makes again what is derived of the machines concerned, and checks once more.
  millwatch rebuild --from INSTANT --to INSTANT [--equipment ID]
      Makes status, marks and rollups again from what devices said, of all machines or one. Instants as 2026-11-01T00:00:00Z.

  millwatch retention COMPANY_ID DAYS|forever
      Has single events (cycles, readings) removed each night that are older than so many days, at least 31. Status,
      shifts and all figures by quarter-hour stay. Nothing is removed unless this is set.

It works on the installation that MILLWATCH_DATA or DATABASE_URL name, whether its server runs or not.`

async function createCompany(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { admin: { type: 'string' }, timezone: { type: 'string', default: 'UTC' } },
  })
  const [name] = positionals
  if (name === undefined || positionals.length > 1 || values.admin === undefined) throw new StartError(usage)
  const wanted = { name, email: values.admin, timezone: values.timezone }
  const { companyId, password } = await withDatabase(surroundings(), (database) =>
    foundFirstCompany({ database, clock: systemClock }, wanted),
  )
  console.log(`Company "${name}" (${companyId}) is made, with ${values.admin} as its superuser.`)
  if (password === undefined) console.log('This person is known already and signs in as before.')
  else console.log(`First password, shown this once: ${password}`)
}

const surroundings = () => ({
  config: readConfig(process.env, []),
  logger: createLogger({ level: 'error' }),
  clock: systemClock,
  say: (line: string) => console.error(line),
})

async function copyData(work: typeof backUp, done: string, [file, ...more]: string[]): Promise<void> {
  if (file === undefined || more.length > 0) throw new StartError(usage)
  const rows = await work(surroundings(), resolve(file))
  console.log(`${file}: ${rows.toLocaleString('en')} rows ${done}.`)
}

async function rebuildStretch(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { from: text, to: text, equipment: text } })
  const [from, to] = [values.from, values.to].map((one) => Date.parse(one ?? ''))
  const id = values.equipment === undefined ? null : Number(values.equipment)
  const isId = id === null || (Number.isSafeInteger(id) && id > 0)
  if (from === undefined || to === undefined || !(from < to) || !isId) throw new StartError(usage)
  const given = surroundings()
  const machines = await withDatabase(given, (database) =>
    rebuild({ ...given, database }, { from, to }, id === null ? null : new Set([id])),
  )
  if (machines === 0) throw new StartError(`There is no machine ${id}`)
  console.log(`Made ${counted(machines, 'machine')} again from ${values.from} to ${values.to}.`)
}

async function setRetention(company: string | undefined, [text, ...more]: string[]): Promise<void> {
  const [companyId, days] = [Number(company), text === 'forever' ? null : Number(text)]
  const isFine = Number.isSafeInteger(companyId) && (days === null || (Number.isSafeInteger(days) && days >= 31))
  if (!isFine || more.length > 0) throw new StartError(usage)
  await withDatabase(surroundings(), async (database) => {
    const found = await findCompany(database, companyId)
    if (!found) throw new StartError(`There is no company ${companyId}`)
    await keepEventsFor(database, companyId, days)
    console.log(`${found.name} keeps single events ${days === null ? 'for good' : `for ${days} days`}.`)
  })
}

async function run([subject, verb, ...rest]: string[]): Promise<void> {
  if (subject === 'company' && verb === 'create') return createCompany(rest)
  if (subject === 'verify' && (verb === undefined || verb === '--repair') && rest.length === 0) {
    const isFine = await verifyAll(surroundings(), { repair: verb === '--repair', print: console.log })
    process.exitCode = isFine ? 0 : 1
    return
  }
  if (subject === 'retention') return setRetention(verb, rest)
  if (subject === 'rebuild') return rebuildStretch([verb, ...rest].filter((one) => one !== undefined))
  if (subject === 'backup')
    return copyData(
      backUp,
      'written',
      [verb, ...rest].filter((one) => one !== undefined),
    )
  if (subject === 'restore')
    return copyData(
      restore,
      'restored',
      [verb, ...rest].filter((one) => one !== undefined),
    )
  if (subject === undefined || subject === 'help' || subject === '--help') return console.log(usage)
  throw new StartError(usage)
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const plain = error instanceof StartError || (error instanceof TypeError && 'code' in error)
  console.error(plain ? messageOf(error) : error)
  process.exitCode = 1
})
