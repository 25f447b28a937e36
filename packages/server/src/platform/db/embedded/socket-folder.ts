import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, type Identity } from './identity.ts'

/** Longest path of a unix socket that every system accepts (macOS 104, Linux 108, each with its closing zero). */
const longestSocketPath = 103

/** File that names a temporary folder, so that the next start removes the folder if this process is killed. */
const noteFile = 'socket-folder'

function removeNoted(folder: string): void {
  try {
    const noted = readFileSync(join(folder, noteFile), 'utf8')
    if (lstatSync(noted).isDirectory()) rmSync(noted, { recursive: true, force: true })
  } catch {
    // There is no note, or the folder of the note is gone.
  }
  rmSync(join(folder, noteFile), { force: true })
}

/**
 * Returns a folder for the server's socket that only its owner may enter: `folder`, or a new short temporary one if the
 * path would be too long. Creates it, and removes the temporary folder of an earlier start.
 */
export function prepareSocketFolder(folder: string, identity: Identity): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeNoted(folder)
  const fits = Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath
  const used = fits ? folder : mkdtempSync(join(tmpdir(), 'millwatch-'))
  if (!fits) writeFileSync(join(folder, noteFile), used)
  chmodSync(used, 0o700)
  giveTo(identity, used)
  return used
}

export function removeSocketFolder(folder: string): void {
  removeNoted(folder)
}
