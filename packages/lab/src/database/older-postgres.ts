import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '@millwatch/server/platform/db/embedded/binaries'

/** Major version that the pretended package has. */
export const OLDER_MAJOR = '17'

/**
 * Makes a package in `folder` that calls itself PostgreSQL `version`, and returns the folder. Its server takes a folder of the older
 * version as one of the present version: the programs of an older version are not at hand in a test.
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

/** Marks the stopped database in `cluster` as one of the older version, unless an upgrade has replaced it (`cluster-17` is there). */
export function markAsOlder(cluster: string): void {
  if (!existsSync(`${cluster}-${OLDER_MAJOR}`)) writeFileSync(join(cluster, 'PG_VERSION'), `${OLDER_MAJOR}\n`)
}
