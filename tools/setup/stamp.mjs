import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * Returns the SHA-256 of all parts together in hex. Each part gets an end mark, so that two divisions of the same text differ.
 * @param {(string | Buffer)[]} parts
 */
export function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/**
 * Returns a single hash of the names and contents of files. A folder is replaced by all files below it, and files whose path
 * `keep` does not accept are left out.
 * @param {string} base @param {string[]} paths relative to base; absent ones count as absent @param {(path: string) => boolean}
 * keep
 */
export function hashOfFiles(base, paths, keep) {
  /** @type {(string | Buffer)[]} */
  const parts = []
  for (const path of paths.flatMap((path) => filesIn(join(base, path)))) {
    const name = relative(base, path)
    if (keep(name)) parts.push(name, readFileSync(path))
  }
  return hashOf(parts)
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

/**
 * Returns the text of a stamp file; empty if it does not exist or cannot be read.
 * @param {string} path
 */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Writes a stamp in one step, so that a killed process leaves no part of it. @param {string} path @param {string} value */
export function writeStamp(path, value) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, value)
  renameSync(`${path}.${process.pid}`, path)
}
