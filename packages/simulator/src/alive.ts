import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Store of the instant (epoch ms) up to which the server has acknowledged everything, for each device by uuid. `until`
 * returns null for an unknown device; `save` replaces all instants.
 */
export interface Alive {
  until(uuid: string): number | null
  save(until: ReadonlyMap<string, number>): void
}

/**
 * Returns the stored instants (epoch ms) by uuid; empty if the file does not exist or cannot be parsed. Values that are not
 * numbers are left out.
 */
export function readAlive(path: string): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

/**
 * Opens the store in a file, which is read once, here. `save` writes a new file (readable by its owner only) and renames it,
 * so a crash leaves the old or the new one; `until` continues to return what the file contained at the opening.
 */
export function aliveFile(path: string): Alive {
  const saved = readAlive(path)
  return {
    until: (uuid) => saved.get(uuid) ?? null,
    save(until) {
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(until)), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}
