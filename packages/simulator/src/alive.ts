import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Per device (uuid): the instant (epoch ms) up to which all it had to say is acknowledged. Survives a restart. */
export interface Alive {
  until(uuid: string): number | null
  save(until: ReadonlyMap<string, number>): void
}

/** What the file says of all devices; nothing where it is absent, as at first, or cannot be read. */
export function readAlive(path: string): Map<string, number> {
  try {
    const known = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
    return new Map(known.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

/** Kept in a small file, written whole beside it and put in its place, so that a kill leaves the old or the new one. */
export function aliveFile(path: string): Alive {
  const known = readAlive(path)
  return {
    until: (uuid) => known.get(uuid) ?? null,
    save(until) {
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(until)), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}
