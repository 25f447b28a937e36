import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/**
 * Store of the instant (epoch ms), per device (uuid), up to which the server has acknowledged everything. It survives a
 * restart.
 */
export interface Alive {
  until(uuid: string): number | null
  save(until: ReadonlyMap<string, number>): void
}

/** Reads the instants of all devices from the file; empty when the file does not exist yet or cannot be read. */
export function readAlive(path: string): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

/** Opens the store in a small file. A save writes a new file and renames it, so that a crash leaves the old or the new one. */
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
