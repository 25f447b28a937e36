import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../setup/place.mjs'
import type { Done } from './base/kind.ts'

/** Counts of a kind of fault so far, over all runs of the command. */
export interface TallyEntry {
  readonly done: number
  readonly of: number
  readonly acknowledged: number
  readonly findings: number
  /** Numbers of expected notices sent and of messages sent twice, as in `Done`. Only for kinds with alarms. */
  readonly notices?: { readonly sent: number; readonly twice: number }
  /** Seconds before each loss for which data was missing, as in `Done`, ascending. Only for lost machines. */
  readonly lostSeconds?: readonly number[]
  /** Time (ISO 8601) of the last step. `commit` is the commit of the program that ran it. */
  readonly when: string
  readonly commit: string
}

type Counts = Pick<TallyEntry, 'done' | 'acknowledged' | 'findings' | 'notices' | 'lostSeconds'>

/** Counts of all kinds of faults, by the name of the kind. */
export type Tally = Readonly<Record<string, TallyEntry>>

/** Reads the tally from a file; empty if the file does not exist yet. Other errors are thrown. */
export function readTally(path: string): Tally {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Tally
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/**
 * Adds a step of a kind to the tally in a file and returns the tally. A `finding` adds a finding and no faults. The file is read
 * again before, so that commands that run at the same time may share it.
 */
export function addToTally(
  path: string,
  { name, fullCount }: { name: string; fullCount: number },
  step: Done | 'finding',
): Tally {
  const tally = readTally(path)
  const before: Counts = tally[name] ?? { done: 0, acknowledged: 0, findings: 0 }
  const {
    count,
    acknowledged,
    notices,
    lostSeconds = [],
  }: Done = step === 'finding' ? { count: 0, acknowledged: 0 } : step
  const counted = sumOf(before.notices, notices)
  const lost = [...(before.lostSeconds ?? []), ...lostSeconds].sort((a, b) => a - b)
  const entry: TallyEntry = {
    done: before.done + count,
    of: fullCount,
    acknowledged: before.acknowledged + acknowledged,
    findings: before.findings + (step === 'finding' ? 1 : 0),
    ...(counted === undefined ? {} : { notices: counted }),
    ...(lost.length === 0 ? {} : { lostSeconds: lost }),
    when: new Date().toISOString(),
    commit: programCommit(),
  }
  const changed = { ...tally, [name]: entry }
  writeTally(path, changed)
  return changed
}

function sumOf(a: Done['notices'], b: Done['notices']): Done['notices'] {
  if (a === undefined || b === undefined) return a ?? b
  return { sent: a.sent + b.sent, twice: a.twice + b.twice }
}

/** Writes the tally to a file in a single step, so that a killed command never leaves half of it. */
function writeTally(path: string, tally: Tally): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(tally, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** Returns the first 10 or more digits of the commit that is checked out; empty if git cannot name it. */
export function programCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
