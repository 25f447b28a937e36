import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf, StartError } from '../../start-error.ts'

export interface InstanceLock {
  release(): void
}

/**
 * Locks a file through SQLite, because Node has no `flock`. SQLite uses the system's locks: exclusive, free of races,
 * and released when the process ends. The file is empty; the holder's process id is in a file beside it.
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

/** Keeps the locks referenced: a lock collected as garbage would close its file. */
const held = new Set<DatabaseSync>()

/**
 * Creates the data folder if needed and locks it for this process, at once. Returns undefined if another process has
 * locked it. The lock ends with the process at the latest.
 */
export function tryInstanceLock(folder: string): InstanceLock | undefined {
  const pidPath = join(folder, 'millwatch.pid')
  // As root, the database runs under another user, who must pass through this folder (not list it).
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const file = tryLock(join(folder, 'millwatch.lock'))
  if (!file) return undefined
  writeFileSync(pidPath, `${process.pid}\n`)
  held.add(file)
  return {
    release() {
      if (held.delete(file)) file.close()
    },
  }
}

const patienceMs = 1_000
const retryMs = 20

/**
 * Locks the data folder like `tryInstanceLock`, retrying for a second, since a killed process may still be ending.
 * Throws a start error with advice if it stays locked.
 */
export async function takeInstanceLock(folder: string): Promise<InstanceLock> {
  try {
    for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += retryMs) {
      const lock = tryInstanceLock(folder)
      if (lock) return lock
      await delay(retryMs)
    }
  } catch (error) {
    throw new StartError(
      `The data folder ${resolve(folder)} cannot be used: ${messageOf(error)}. ` +
        'Give it to the present user, or set MILLWATCH_DATA to another folder.',
      error,
    )
  }
  throw new StartError(
    `Another Millwatch (process ${holderOf(join(folder, 'millwatch.pid'))}) is running on the data folder ` +
      `${resolve(folder)}. Stop it first, or set MILLWATCH_DATA to another folder.`,
  )
}
