import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Counts, readJson, sum } from '../lib/counts.ts'
import { root } from '../setup/place.mjs'
import { longBrowserTests, vitest } from './suites.ts'

/** Number of parts of the long suite: one takes one to three minutes on two processors. */
export const PARTS = 40

/** Counts of the parts of the long suite in which all tests passed, by number, at one commit and with one budget of time. */
export interface Progress {
  readonly commit: string
  readonly budget: string
  readonly parts: Readonly<Record<string, Counts>>
}

const progressFile = join(root, 'node_modules', '.cache', 'millwatch', 'long.json')

/** Returns the stored progress if it is of this commit and budget; otherwise a progress without parts. */
export function progressAt(commit: string, budget: string, stored: unknown): Progress {
  const { commit: storedCommit, budget: storedBudget, parts } = (stored ?? {}) as Partial<Progress>
  const isSame = storedCommit === commit && storedBudget === budget && typeof parts === 'object'
  return { commit, budget, parts: isSame ? parts : {} }
}

/** Returns the part of the long suite, from 1, that CI runs for a commit: another one for nearly every commit. */
export const partOf = (commit: string): number => (Number.parseInt(commit.slice(0, 8), 16) % PARTS) + 1

/**
 * Runs the long suite in parts, one after the other, and returns the sum of their counts. Parts that passed in an earlier run of
 * the same commit and budget (`LONG_SECONDS`) are not repeated, and their counts are added.
 */
export async function longSuite(): Promise<Counts> {
  const { LONG_SECONDS: budget = '' } = process.env
  let progress = progressAt(commit(), budget, readJson(progressFile))
  const counts: Counts[] = []
  for (let part = 1; part <= PARTS; part++) {
    const before = progress.parts[part]
    if (before !== undefined) console.log(`Part ${part} of ${PARTS}: passed before, at this commit`)
    const ofPart = before ?? (await runPart(part))
    counts.push(ofPart)
    if (before !== undefined || ofPart.failed > 0) continue
    progress = { ...progress, parts: { ...progress.parts, [part]: ofPart } }
    mkdirSync(dirname(progressFile), { recursive: true })
    writeFileSync(progressFile, JSON.stringify(progress))
  }
  return sum(counts)
}

/** Runs the part of the long suite that belongs to this commit, and returns its counts. */
export const partOfThisCommit = (): Promise<Counts> => runPart(partOf(commit()))

async function runPart(part: number): Promise<Counts> {
  console.log(`Part ${part} of ${PARTS} of the long suite`)
  const shard = `--shard=${part}/${PARTS}`
  return sum([await vitest(['long'], [shard]), await longBrowserTests(shard)])
}

const commit = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
