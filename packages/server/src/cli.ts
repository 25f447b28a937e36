#!/usr/bin/env node
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, checkBackup, restore } from './cli/backup.ts'
import { describeBackups } from './cli/backup-status.ts'
import { type Command, type Commanding, companyCommands, flags } from './cli/company-commands.ts'
import { describeStorage, withArchive } from './cli/fetched-archive.ts'
import { withBackup } from './cli/fetched-backup.ts'
import { requireInstant } from './cli/instant.ts'
import { keepBackups } from './cli/keep-backups.ts'
import { keysCommands } from './cli/keys.ts'
import { maintainStorage } from './cli/maintain.ts'
import { pageCommands } from './cli/page-commands.ts'
import { describeRebuilt, rebuild } from './cli/rebuild.ts'
import { restoreTo } from './cli/restore-to.ts'
import { daysOf } from './cli/retention.ts'
import { upgradeDatabase } from './cli/upgrade-database.ts'
import { userCommands } from './cli/user-commands.ts'
import { verifyAll } from './cli/verify.ts'
import { withDatabase } from './cli/with-database.ts'
import { readConfig } from './config.ts'
import { readBackupState } from './db/backup/backup-state.ts'
import { readBackupTime } from './db/backup/due.ts'
import { removeUnfinished } from './db/backup/write-backup.ts'
import { findCompany, keepEventsFor } from './modules/identity/index.ts'
import { boundClock } from './platform/bound-clock.ts'
import { systemClock } from './platform/clock.ts'
import { toIso } from './platform/http/instants.ts'
import { createLogger } from './platform/logger.ts'
import { Bucket } from './platform/s3/bucket.ts'
import { messageOf, StartError } from './platform/start-error.ts'

const usage = `Usage:
  millwatch company create NAME --admin EMAIL [--timezone ZONE]
      Creates a company and its superuser, and prints the first password once. The zone is an IANA name, such as
      Europe/Zurich; default: UTC.
  millwatch company list
  millwatch company set ID [--name TEXT] [--street TEXT] [--zip TEXT] [--phone TEXT] [--email TEXT]
      Sets name, address and contact of a company, and prints them. An empty text removes a field.
  millwatch company suspend ID
      Refuses all sign-ins of the company's members and all messages of its devices, at once.
  millwatch company resume ID
  millwatch company export ID FILE
      Writes all data of the company to one file, a line of JSON per row, without passwords and keys.
  millwatch company delete ID --confirm NAME [--now]
      Suspends the company and deletes its data after 30 days, or now; prints the number of rows deleted. Deleted data can
      be restored only from a backup.
  millwatch company restore ID
      Cancels a deletion within its 30 days.

  millwatch user create EMAIL --company ID [--role user|admin|superuser] [--first NAME] [--last NAME]
      Creates a member, and prints the first password once. A person with an account keeps their password.
  millwatch user reset EMAIL
      Prints a password once, which must be changed at the next sign-in; ends all sessions.
  millwatch user second-factor-off EMAIL
      Removes the second factor of a person who has lost app and recovery codes, and tells them by mail.

  millwatch flags COMPANY_ID [NAME [VALUE]]
      Lists the flags of a company, or sets one: header_color dark_grey|black|default; device_outputs, operator_view,
      favorites, scrap_enabled on|off.

  millwatch notify --title TEXT --detail MARKDOWN [--from DATE] [--company ID]
      Publishes a notification to the members of one company, or of all companies, now or from that date on (such as
      2026-11-24 or 2026-11-24T06:00:00Z). It is listed behind the bell of their pages.
  millwatch refresh
      Reloads every open page, each after a random delay of at most two minutes.

  millwatch keys rotate
      Creates a new signing key, with which sessions, codes and device keys are hashed. Existing ones stay valid; servers use
      the new key after their next start. Secrets of second factors are encrypted with another new key at once.
  millwatch keys forget
      Deletes all earlier signing keys. Everything hashed with them becomes invalid.

  millwatch backup FILE
      Writes all data to one file, from one snapshot, while the server runs.
  millwatch backup check FILE
      Checks a backup: its checksums and rows, and a trial restore with \`verify\` in a temporary database. Exit code 1 if
      something is wrong.
  millwatch backup keep FOLDER [--when-due HH:MM]
      Writes a backup to the folder and checks it, once a week with a trial restore as above, and keeps the newest of 7 days,
      4 weeks and 12 months there. With --when-due, nothing is done if there is one since that time (UTC). A server with
      BACKUP_FOLDER does this by itself. With BACKUP_S3, each backup is also sent there, and rotated there alike.
  millwatch backup list
      Lists the backups and archives in the storage of BACKUP_S3. \`backup check\` and \`restore\` accept a backup in place of
      FILE, as s3:NAME, or s3:newest.
  millwatch backup status
      Prints when the last backup of that kind was taken, and how the last trial restore went. Exit code 1 if one failed.
  millwatch restore FILE
      Restores a backup into a new, empty installation whose server does not run. A damaged backup restores nothing.
  millwatch restore --to INSTANT FOLDER
      Restores the embedded database as it was at an instant, such as 2026-11-24T06:00:00Z, from the archive in the folder of
      BACKUP_FOLDER into a new, empty data folder (BACKUP_CONTINUOUS). With s3:continuous in place of FOLDER, the archive comes
      from the storage of BACKUP_S3; s3:continuous-NAME names one of several.

  millwatch upgrade-database [--from FOLDER]
      Brings the embedded database to the major version of PostgreSQL of this Millwatch, by backup and restore, while no server
      runs. FOLDER is the package with the programs of the version so far; without it, the command says how to get it. The
      data of that version is kept beside, as postgres-MAJOR.

  millwatch verify [--repair]
      Checks the stored data (docs/operations.md) without changing it. Exit code 1 if something is wrong. With --repair it
      recomputes the derived data of the machines concerned, and checks again.
  millwatch rebuild --from INSTANT --to INSTANT [--equipment ID]
      Recomputes status, marks and rollups from the stored events, for all machines or one. Instants such as
      2026-11-01T00:00:00Z.

  millwatch maintain [--months N]
      Drops empty partitions of past months, and moves the newest N months (12) of older history to partitions of their own.
      It can be stopped and run again at any time. Exit code 1 if a table was busy.

  millwatch retention COMPANY_ID DAYS|forever
      Deletes, each night, single events (cycles, readings) older than so many days, from 31 to 36500. Status, shifts and
      all figures by quarter-hour stay. Nothing is deleted unless this is set.

The commands work on the installation that MILLWATCH_DATA or DATABASE_URL names, whether its server runs or not.`

const clock = boundClock(systemClock)

const surroundings = () => ({
  config: readConfig(process.env, []),
  logger: createLogger({ level: 'error' }),
  clock,
  progress: (line: string) => console.error(line),
})

/** Returns the storage of BACKUP_S3; undefined if none is set. */
function storage(): Bucket | undefined {
  const settings = surroundings().config.backupStorage
  return settings && new Bucket({ settings, clock })
}

const onBackup = <T>(given: string, work: (file: string) => Promise<T>): Promise<T> =>
  withBackup({ dataFolder: surroundings().config.dataFolder, bucket: storage() }, given, work)

async function writeCopy([file, ...more]: string[]): Promise<void> {
  if (file === undefined || more.length > 0) throw new StartError(usage)
  const rows = await backUp(surroundings(), resolve(file))
  console.log(`${file}: ${rows.toLocaleString('en')} rows written.`)
}

async function restoreCopy([given, ...more]: string[]): Promise<void> {
  if (given === undefined || more.length > 0) throw new StartError(usage)
  const rows = await onBackup(given, (file) => restore(surroundings(), file))
  console.log(`${given}: ${rows.toLocaleString('en')} rows restored.`)
}

async function listCopies(args: string[]): Promise<void> {
  const bucket = storage()
  if (args.length > 0) throw new StartError(usage)
  if (bucket === undefined) throw new StartError('BACKUP_S3 names no storage.')
  for (const line of await describeStorage(bucket)) console.log(line)
}

async function restoreInstant(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { to: { type: 'string' } }, allowPositionals: true })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0 || values.to === undefined) throw new StartError(usage)
  const to = requireInstant(values.to)
  const places = { dataFolder: surroundings().config.dataFolder, bucket: storage(), progress: surroundings().progress }
  const { isReached, lastAt } = await withArchive(places, { from: folder, to }, (from) =>
    restoreTo(surroundings(), { from, to }),
  )
  const last = lastAt === undefined ? 'the end of the copy' : toIso(lastAt)
  console.log(isReached ? `Restored as of ${toIso(to)}.` : `Restored all of the archive, which ends at ${last}.`)
}

async function checkCopy([file, ...more]: string[]): Promise<void> {
  if (file === undefined || more.length > 0) throw new StartError(usage)
  process.exitCode = (await onBackup(file, (each) => checkBackup(surroundings(), each, console.log))) ? 0 : 1
}

async function rebuildRange(args: string[]): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { from: text, to: text, equipment: text } })
  if (values.from === undefined || values.to === undefined) throw new StartError(usage)
  const range = { from: requireInstant(values.from), to: requireInstant(values.to) }
  const id = values.equipment === undefined ? null : Number(values.equipment)
  const isId = id === null || (Number.isSafeInteger(id) && id > 0)
  if (range.from >= range.to || !isId) throw new StartError(usage)
  const given = surroundings()
  const machines = await withDatabase(given, (database) =>
    rebuild({ ...given, database }, range, id === null ? null : new Set([id])),
  )
  console.log(describeRebuilt(machines, range, id))
}

async function setRetention(company: string | undefined, [text, ...more]: string[]): Promise<void> {
  const [companyId, days] = [Number(company), daysOf(text)]
  if (!Number.isSafeInteger(companyId) || days === undefined || more.length > 0) throw new StartError(usage)
  await withDatabase(surroundings(), async (database) => {
    const found = await findCompany(database, companyId)
    if (!found) throw new StartError(`There is no company ${companyId}`)
    await keepEventsFor(database, companyId, days)
    console.log(`${found.name} keeps single events ${days === null ? 'for good' : `for ${days} days`}.`)
  })
}

const commanding = (): Commanding => ({
  clock,
  withDatabase: (work) => withDatabase(surroundings(), work),
  print: console.log,
  misused() {
    throw new StartError(usage)
  },
})

async function upgrade(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { from: { type: 'string' } } })
  const from = values.from === undefined ? undefined : resolve(values.from)
  process.exitCode = (await upgradeDatabase(surroundings(), { from, print: console.log })) ? 0 : 1
}

async function check(args: string[]): Promise<void> {
  if (args.length > 1 || (args.length === 1 && args[0] !== '--repair')) throw new StartError(usage)
  const isFine = await verifyAll(surroundings(), { repair: args.length === 1, print: console.log })
  process.exitCode = isFine ? 0 : 1
}

async function tidy(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { months: { type: 'string', default: '12' } } })
  const months = Number(values.months)
  if (!Number.isSafeInteger(months) || months < 0) throw new StartError(usage)
  const isDone = await maintainStorage(surroundings(), { months, print: console.log })
  process.exitCode = isDone ? 0 : 1
}

async function keepCopies(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'when-due': { type: 'string' } },
    allowPositionals: true,
  })
  const [folder, ...more] = positionals
  if (folder === undefined || more.length > 0) throw new StartError(usage)
  const text = values['when-due']
  const whenDueAt = text === undefined ? undefined : readBackupTime(text)
  if (text !== undefined && whenDueAt === undefined) throw new StartError(usage)
  const outcome = await keepBackups(surroundings(), { folder: resolve(folder), whenDueAt, bucket: storage() })
  console.log(`Backups in ${folder}: ${outcome}.`)
  process.exitCode = outcome === 'failed' ? 1 : 0
}

async function showBackups(args: string[]): Promise<void> {
  if (args.length > 0) throw new StartError(usage)
  const state = await withDatabase(surroundings(), readBackupState)
  for (const line of describeBackups(state, clock.now())) console.log(line)
  process.exitCode = state.failure !== undefined || state.trial?.isGood === false ? 1 : 0
}

const backupCommands: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  check: checkCopy,
  keep: keepCopies,
  list: listCopies,
  status: showBackups,
}

/** Commands by their first word; a command of two words gets the second one with its arguments. */
const commands: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  verify: check,
  'upgrade-database': upgrade,
  rebuild: rebuildRange,
  maintain: tidy,
  retention: ([company, ...rest]) => setRetention(company, rest),
  backup: ([verb = '', ...rest]) =>
    Object.hasOwn(backupCommands, verb)
      ? (backupCommands[verb]?.(rest) ?? Promise.resolve())
      : writeCopy([verb, ...rest].filter(Boolean)),
  restore: (args) => (args.includes('--to') ? restoreInstant(args) : restoreCopy(args)),
  flags: (args) => flags(commanding(), args),
  notify: (args) => one(pageCommands, ['notify', ...args]),
  refresh: (args) => one(pageCommands, ['refresh', ...args]),
  company: (args) => one(companyCommands, args),
  user: (args) => one(userCommands, args),
  keys: (args) => one(keysCommands, args),
}

function one(some: Readonly<Record<string, Command>>, [verb = '', ...rest]: string[]): Promise<void> {
  const command = Object.hasOwn(some, verb) ? some[verb] : undefined
  if (!command) throw new StartError(usage)
  return command(commanding(), rest)
}

async function run([subject = 'help', ...rest]: string[]): Promise<void> {
  if (subject === 'help' || subject === '--help') return console.log(usage)
  const command = Object.hasOwn(commands, subject) ? commands[subject] : undefined
  if (!command) throw new StartError(usage)
  return command(rest)
}

/** Numbers of the signals, which are added to 128 for the exit code, as a shell does. */
const endings = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
for (const [name, number] of Object.entries(endings))
  process.once(name, () => {
    removeUnfinished()
    process.exit(128 + number)
  })

run(process.argv.slice(2)).catch((error: unknown) => {
  const plain = error instanceof StartError || (error instanceof TypeError && 'code' in error)
  console.error(plain ? messageOf(error) : error)
  process.exitCode = 1
})
