import { readFileSync, writeFileSync } from 'node:fs'

/** What a command reports besides its text: how many checks or tests held, and how many did not. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  /** What did not hold, a line each: where, its name, what was said first. */
  readonly failures?: readonly string[]
}

export const nothing: Counts = { passed: 0, failed: 0 }

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.reduce((total, one) => total + one.failed, 0),
  failures: all.flatMap(({ failures = [] }) => failures),
})

/** The closing line of every command that counts. */
export const closingLine = ({ passed, failed }: Counts) => `${passed} passed, ${failed} failed`

/** Names the file a command writes its counts to, for the command that called it. */
const COUNTS_FILE = 'MILLWATCH_COUNTS_FILE'

/** Prints the closing line, hands the counts to the caller, and sets the exit code. */
export function close(counts: Counts): void {
  console.log(closingLine(counts))
  const path = process.env[COUNTS_FILE]
  if (path) writeFileSync(path, JSON.stringify(counts))
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1
}

export const countsEnv = (path: string): NodeJS.ProcessEnv => ({ [COUNTS_FILE]: path })

/** The counts a command wrote; one that ended before it could counts as one failure. */
export function readCounts(path: string, ok: boolean): Counts {
  const written = readJson(path)
  const counts = isCounts(written) ? written : nothing
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const isCounts = (value: unknown): value is Counts =>
  typeof value === 'object' &&
  value !== null &&
  'passed' in value &&
  'failed' in value &&
  typeof value.passed === 'number' &&
  typeof value.failed === 'number'
