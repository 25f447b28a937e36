import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder with this mode, and the missing ones above it; does nothing if it is there. Throws the error of the system if
 * one cannot be made. `mkdirSync` with `recursive` would try without end where the system says of a place that exists that it is
 * missing (`ENOENT`), for example below `/proc`.
 */
export function makeFolder(path: string, mode: number): void {
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
