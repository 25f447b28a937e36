import { readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Per device (uuid): the instant (epoch ms) up to which all it had to say is acknowledged. Survives a restart. */
export interface Alive {
  until(uuid: string): number | null
  save(until: ReadonlyMap<string, number>): void
}

/** Kept in a small file, written whole beside it and put in its place, so that a kill leaves the old or the new one. */
export function aliveFile(path: string): Alive {
  let known: Record<string, unknown> = {}
  try {
    known = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  } catch {
    // Absent at first; one that cannot be read is like none.
  }
  return {
    until: (uuid) => {
      const at = known[uuid]
      return typeof at === 'number' ? at : null
    },
    save(until) {
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(until)), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}
