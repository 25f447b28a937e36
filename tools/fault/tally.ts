import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What was done so far, over all runs of the command. */
export interface Tally {
  readonly kills: number
  readonly stops: number
  readonly acknowledged: number
}

const nothing: Tally = { kills: 0, stops: 0, acknowledged: 0 }

/** Nothing where there is no such file yet. */
export function readTally(path: string): Tally {
  try {
    return { ...nothing, ...(JSON.parse(readFileSync(path, 'utf8')) as Tally) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing
    throw error
  }
}

/** Whole or not at all, whenever the command is killed. */
export function writeTally(path: string, tally: Tally): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(tally)}\n`)
  renameSync(`${path}.new`, path)
}
