import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '@millwatch/server/platform/db/embedded/binaries'

/** Major version of PostgreSQL that the pretended package names. */
export const OLDER_MAJOR = '17'

/**
 * Writes a package of the PostgreSQL version `version` into `folder` and returns the folder. Its server is the present one: it
 * first marks each data folder in its arguments as one of the present version, because a test has no programs of an older
 * version.
 */
export function makeOlderPackage(folder: string, version = `${OLDER_MAJOR}.2.0`): string {
  const { postgres, major } = findBinaries()
  const program = join(folder, 'native', 'bin', 'postgres')
  mkdirSync(join(folder, 'native', 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }))
  const script = `#!/bin/sh
for part in "$@"; do if [ -f "$part/PG_VERSION" ]; then echo ${major} > "$part/PG_VERSION"; fi; done
exec ${postgres} "$@"
`
  writeFileSync(program, script)
  chmodSync(program, 0o755)
  return folder
}

/**
 * Marks the stopped database in the folder `cluster` as one of the major version 17. Does nothing if the folder `cluster-17`
 * exists, which an upgrade leaves behind.
 */
export function markAsOlder(cluster: string): void {
  if (!existsSync(`${cluster}-${OLDER_MAJOR}`)) writeFileSync(join(cluster, 'PG_VERSION'), `${OLDER_MAJOR}\n`)
}
