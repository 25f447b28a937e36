import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { fileFault } from '../../file-faults.ts'
import { makeFolder } from '../../make-folder.ts'
import { messageOf, StartError } from '../../start-error.ts'

export interface InstanceLock {
  release(): void
}

/**
 * Locks a file through SQLite, because Node has no `flock`, and returns the open file; undefined if another process has locked
 * it. SQLite uses the system's locks: exclusive, free of races, and released when the process ends. Throws other errors.
 */
function tryLock(path: string): DatabaseSync | undefined {
  const file = new DatabaseSync(path, { timeout: 0 })
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    return file
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return undefined
    throw error
  }
}

function holderOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}

/** Locks that this process holds, by data folder. A lock collected as garbage would close its file. */
const held = new Map<string, DatabaseSync[]>()

/** Name of the lock file, in the data folder and in the folder of its database. */
export const lockFile = 'millwatch.lock'
const databaseFolder = 'postgres'
const pidFile = 'millwatch.pid'

/**
 * Creates the data folder if needed, runs `work`, which writes there, and returns its result. Throws a start error with advice if
 * the folder cannot be made or used.
 */
export function inDataFolder<T>(folder: string, work: () => T): T {
  try {
    // As root, the database runs under another user, who must pass through this folder (not list it).
    makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    return work()
  } catch (error) {
    const text = fileFault(error) ?? 'give it to the present user, or choose another one'
    throw new StartError(
      `The data folder ${resolve(folder)} cannot be used: ${text}, then start again. MILLWATCH_DATA names the folder ` +
        `(${messageOf(error)}).`,
      error,
    )
  }
}

/**
 * Creates the data folder if needed and locks it for this process, without waiting, with the database in it: somebody may remove
 * the lock file of the data folder while a server runs. Returns undefined if either is locked already. The lock ends with the
 * process at the latest. Throws a start error with advice if the folder cannot be made or used.
 */
export function tryInstanceLock(folder: string): InstanceLock | undefined {
  return inDataFolder(folder, () => lockFolder(folder))
}

function lockFolder(folder: string): InstanceLock | undefined {
  const file = tryLock(join(folder, lockFile))
  if (!file) return undefined
  const place = resolve(folder)
  held.set(place, [file])
  const lock = { release: () => release(place, file) }
  try {
    if (lockDatabase(folder)) {
      writeFileSync(join(folder, pidFile), `${process.pid}\n`)
      return lock
    }
  } catch (error) {
    lock.release()
    throw error
  }
  lock.release()
  return undefined
}

/**
 * Locks the database in a data folder until the lock of the folder is released. False: another process has locked it.
 * True without a lock: there is no database yet, or this process has not locked the folder. Throws other file errors.
 */
export function lockDatabase(folder: string): boolean {
  const locks = held.get(resolve(folder))
  if (!locks || locks.length > 1 || !existsSync(join(folder, databaseFolder, 'PG_VERSION'))) return true
  const file = tryLock(join(folder, databaseFolder, lockFile))
  if (file) locks.push(file)
  return file !== undefined
}

function release(place: string, first: DatabaseSync): void {
  const locks = held.get(place)
  if (locks?.[0] !== first) return
  held.delete(place)
  for (const lock of locks.toReversed()) lock.close()
}

const patienceMs = 1_000
const retryMs = 20

/**
 * Locks the data folder like `tryInstanceLock`, with retries for one second, since a killed process may still be ending. Throws a
 * start error with advice if it stays locked or cannot be used.
 */
export async function takeInstanceLock(folder: string): Promise<InstanceLock> {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += retryMs) {
    const lock = tryInstanceLock(folder)
    if (lock) return lock
    await delay(retryMs)
  }
  throw new StartError(
    `Another Millwatch (process ${holderOf(join(folder, pidFile))}) is running on the data folder ` +
      `${resolve(folder)}. Stop it first, or set MILLWATCH_DATA to another folder.`,
  )
}
