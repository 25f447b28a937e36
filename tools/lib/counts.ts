import { readFileSync, writeFileSync } from 'node:fs'

/** Result of a command besides its text: the numbers of checks or tests that passed and that failed. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  /**
   * Failures, one text each: file, name of the test, first line of the message. A failed property has further lines with its
   * seed, its counterexample and its cause.
   */
  readonly failures?: readonly string[]
}

export const nothing: Counts = { passed: 0, failed: 0 }

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, counts) => total + counts.passed, 0),
  failed: all.reduce((total, counts) => total + counts.failed, 0),
  failures: all.flatMap(({ failures = [] }) => failures),
})

/** Returns the closing line of the output of commands with counts: `5 passed, 0 failed`. */
export const closingLine = ({ passed, failed }: Counts) => `${passed} passed, ${failed} failed`

/** Name of the environment variable for the file to which a command writes its counts, for its caller. */
const COUNTS_FILE = 'MILLWATCH_COUNTS_FILE'

/**
 * Prints the failures and the closing line, and writes the counts to the file that the caller named, if any. Sets the exit code 1
 * if anything failed or nothing passed.
 */
export function close(counts: Counts): void {
  for (const failure of counts.failures ?? []) console.log(`failed: ${failure}`)
  console.log(closingLine(counts))
  const path = process.env[COUNTS_FILE]
  if (path) writeFileSync(path, JSON.stringify(counts))
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1
}

export const countsEnv = (path: string): NodeJS.ProcessEnv => ({ [COUNTS_FILE]: path })

/**
 * Reads the counts that a command wrote to a file; 0 for all if there are none. If the command was not `ok` but has no failure, 1
 * failure is added.
 */
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
