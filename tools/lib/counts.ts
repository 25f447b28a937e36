import { readFileSync, writeFileSync } from 'node:fs'

/** Result of a command besides its text: the numbers of checks or tests that passed and failed. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  /**
   * Failures: file, name of the test, first line of the message. A failed property has more lines: its seed, its counterexample
   * and its cause.
   */
  readonly failures?: readonly string[]
}

export const nothing: Counts = { passed: 0, failed: 0 }

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, counts) => total + counts.passed, 0),
  failed: all.reduce((total, counts) => total + counts.failed, 0),
  failures: all.flatMap(({ failures = [] }) => failures),
})

/** Returns the last line of every command that counts. */
export const closingLine = ({ passed, failed }: Counts) => `${passed} passed, ${failed} failed`

/** Name of the environment variable for the file to which a command writes its counts, for its caller. */
const COUNTS_FILE = 'MILLWATCH_COUNTS_FILE'

/** Prints the failures and the closing line, writes the counts for the caller, and sets the exit code. */
export function close(counts: Counts): void {
  for (const failure of counts.failures ?? []) console.log(`failed: ${failure}`)
  console.log(closingLine(counts))
  const path = process.env[COUNTS_FILE]
  if (path) writeFileSync(path, JSON.stringify(counts))
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1
}

export const countsEnv = (path: string): NodeJS.ProcessEnv => ({ [COUNTS_FILE]: path })

/** Reads the counts that a command wrote; a command that wrote none counts as one failure. */
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
