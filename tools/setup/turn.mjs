import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const BEAT_MS = 2_000
const SILENT_MS = 15_000
const ORPHAN_MS = 180_000

/**
 * Waits until no other process holds the lock file, runs `work`, removes the file and returns the result. A dead holder (its
 * process is gone, or it has not touched the file for 15 s) loses the lock, so that a killed setup never blocks the next. If a
 * child that it named to `onChild` still runs, that happens only after 3 min, because the child may still be writing.
 * @template T
 * @param {string} path @param {() => void} onWait called once, if another process has the turn
 * @param {(onChild: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inTurn(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true })
  let hasWaited = false
  while (!take(path)) {
    if (isDead(path)) removeDead(path)
    else {
      if (!hasWaited) onWait()
      hasWaited = true
      await pause(200)
    }
  }
  const beat = setInterval(() => touch(path), BEAT_MS)
  try {
    return await work((pid) => appendFileSync(path, ` ${pid}`))
  } finally {
    clearInterval(beat)
    rmSync(path, { force: true })
  }
}

/** @param {string} path */
function take(path) {
  try {
    writeFileSync(path, `${hostname()} ${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
function isDead(path) {
  const silentMs = ageMs(path)
  const [host, holder, ...children] = readHolder(path)
  if (host !== hostname()) return silentMs > SILENT_MS
  if (holder && isRunning(Number(holder)) && silentMs <= SILENT_MS) return false
  return silentMs > ORPHAN_MS || !children.some((pid) => isRunning(Number(pid)))
}

/** @param {string} path */
function readHolder(path) {
  try {
    return readFileSync(path, 'utf8').split(' ')
  } catch {
    return []
  }
}

/**
 * Removes the lock file of a dead holder. Since two processes may see the holder as dead, only the process that creates a second
 * file removes the lock file, after it has checked again. If another process has that second file, it only removes that file, and
 * only once that is older than 15 s.
 * @param {string} path
 */
function removeDead(path) {
  const guard = `${path}.clearing`
  if (!take(guard)) {
    if (ageMs(guard) > SILENT_MS) rmSync(guard, { force: true })
    return
  }
  if (isDead(path)) rmSync(path, { force: true })
  rmSync(guard, { force: true })
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The folder was removed meanwhile; the work itself will report the error.
  }
}

/** @param {string} path */
function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return 0
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)
