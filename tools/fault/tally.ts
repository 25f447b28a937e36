import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../setup/place.mjs'
import type { Done } from './base/kind.ts'

/** What was done of one kind so far, over all runs of the command. */
export interface Entry {
  readonly done: number
  readonly of: number
  readonly acknowledged: number
  readonly findings: number
  /** Of the last step: when (ISO 8601), and of which program. */
  readonly when: string
  readonly commit: string
}

/** By the names of kinds. */
export type Tally = Readonly<Record<string, Entry>>

/** Nothing where there is no such file yet. */
export function readTally(path: string): Tally {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Tally
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/** One more step of a kind; read anew, so that commands side by side may count in one file. */
export function addToTally(path: string, { name, of }: { name: string; of: number }, step: Done | 'finding'): Tally {
  const tally = readTally(path)
  const before = tally[name] ?? { done: 0, acknowledged: 0, findings: 0 }
  const { count, acknowledged } = step === 'finding' ? { count: 0, acknowledged: 0 } : step
  const entry: Entry = {
    done: before.done + count,
    of,
    acknowledged: before.acknowledged + acknowledged,
    findings: before.findings + (step === 'finding' ? 1 : 0),
    when: new Date().toISOString(),
    commit: programCommit(),
  }
  const changed = { ...tally, [name]: entry }
  writeTally(path, changed)
  return changed
}

/** Whole or not at all, whenever the command is killed. */
function writeTally(path: string, tally: Tally): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(tally, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** The commit that is checked out; empty where it cannot be told. */
function programCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
