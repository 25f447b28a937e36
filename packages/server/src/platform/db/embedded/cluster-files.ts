import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { messageOf, StartError } from '../../start-error.ts'
import type { Binaries } from './binaries.ts'
import { commandAs, giveTo, type Identity } from './identity.ts'
import { processesNaming, signal, waitForEnd } from './processes.ts'

export const owner = 'millwatch'

/**
 * Name of the file with the owner's password. It lies in the database folder, so that a copy of the folder is complete and the
 * same file rights protect both.
 */
const passwordFile = 'millwatch-password'

const unfinishedMark = '.unfinished-'
const orphanEndMs = 2_000

const run = promisify(execFile)

/** Writes a file that only the identity can read. */
function writeSecret(path: string, text: string, identity: Identity): void {
  writeFileSync(path, text, { mode: 0o600 })
  giveTo(identity, path)
}

async function runInitdb(binaries: Binaries, identity: Identity, folder: string, password: string): Promise<void> {
  const secret = `${folder}.secret`
  writeSecret(secret, password, identity)
  try {
    const { file, args } = commandAs(identity, [
      binaries.initdb,
      `--pgdata=${folder}`,
      `--username=${owner}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ])
    await run(file, args, { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...identity.spawnAs })
  } catch (error) {
    throw new StartError(`The database folder ${folder} could not be made: ${messageOf(error)}`, error)
  } finally {
    rmSync(secret, { force: true })
  }
}

/**
 * Removes database folders that a killed start left unfinished, after killing each `initdb` that still runs on one of them. Does
 * nothing if there is none.
 */
export async function removeUnfinished(binaries: Binaries, folder: string): Promise<void> {
  const parent = dirname(folder)
  const started = `${basename(folder)}${unfinishedMark}`
  const names = readdirSync(parent).filter((each) => each.startsWith(started))
  if (names.length === 0) return
  const orphans = processesNaming(binaries.initdb, join(parent, started))
  for (const pid of orphans) signal(pid, 'SIGKILL')
  await waitForEnd(orphans, orphanEndMs)
  for (const name of names) await removeWhole(join(parent, name))
}

/**
 * Removes a folder, with up to 100 attempts 50 ms apart: a process started by `initdb` may still write files into it for a
 * moment. Returns also if it could not be removed.
 */
async function removeWhole(path: string): Promise<void> {
  for (let triesLeft = 100; existsSync(path) && triesLeft > 0; triesLeft--) {
    rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    if (existsSync(path)) await delay(50)
  }
}

/**
 * Creates a new database folder with a random password. It gets its name only when it is complete, so that a kill at any moment
 * leaves a whole folder or none. Throws a start error if the folder exists or `initdb` fails. Other file errors are thrown as
 * they are.
 */
export async function createCluster(binaries: Binaries, identity: Identity, folder: string): Promise<void> {
  if (existsSync(folder)) {
    throw new StartError(
      `${folder} is there but holds no database. Move it away, or restore it from a copy, and start again.`,
    )
  }
  const unfinished = `${folder}${unfinishedMark}${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(identity, unfinished)
  const password = randomBytes(24).toString('base64url')
  try {
    await runInitdb(binaries, identity, unfinished, password)
    writeSecret(join(unfinished, passwordFile), password, identity)
    renameSync(unfinished, folder)
  } catch (error) {
    await removeWhole(unfinished)
    throw error
  }
}

/**
 * Makes the identity the owner of an existing database folder and sets its mode to 0700. Throws a start error if this fails, or
 * if the folder is of another major version of PostgreSQL than the programs.
 */
export function checkCluster(binaries: Binaries, identity: Identity, folder: string): void {
  try {
    giveTo(identity, folder)
    chmodSync(folder, 0o700)
    const major = majorOf(folder)
    if (major === binaries.major) return
    const advice =
      Number(major) < Number(binaries.major)
        ? 'Run `npm run millwatch -- upgrade-database` first; docs/operations.md has its steps.'
        : 'Start a newer Millwatch on it.'
    throw new StartError(
      `The data in ${folder} is of PostgreSQL ${major}, and this Millwatch runs PostgreSQL ${binaries.major}. ${advice}`,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database folder ${folder} cannot be used: ${messageOf(error)}. Start Millwatch as the user who started it ` +
        'first, or give the folder to the present user.',
      error,
    )
  }
}

/** Returns the major version of PostgreSQL of a database folder, such as `17`; throws if the folder has no file `PG_VERSION`. */
export const majorOf = (folder: string): string => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()

/**
 * Suffix of a complete database folder of the present major version that is about to replace the folder of an earlier version.
 */
const upgradedMark = '.upgraded'

/**
 * Moves the database folder `folder` to `kept`, and the upgraded one into its place. A kill at any moment does no harm:
 * `completeUpgrade` at the next start finishes or undoes the replacement.
 */
export function replaceCluster(upgraded: string, folder: string, kept: string): void {
  renameSync(upgraded, folder + upgradedMark)
  renameSync(folder, kept)
  completeUpgrade(folder)
}

/**
 * Finishes a replacement of a database folder that was interrupted. If the older folder had been moved away, the upgraded one
 * gets its place. If not, the upgraded one is removed, since the older one may get more data until it is upgraded again. Does
 * nothing if there is no upgraded folder.
 */
export function completeUpgrade(folder: string): void {
  const upgraded = folder + upgradedMark
  if (!existsSync(upgraded)) return
  if (existsSync(folder)) rmSync(upgraded, { recursive: true, force: true })
  else renameSync(upgraded, folder)
}

export function clusterExists(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

export function readPassword(folder: string): string {
  return readFileSync(join(folder, passwordFile), 'utf8')
}
