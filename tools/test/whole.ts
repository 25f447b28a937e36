import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Counts, nothing, readJson, sum } from '../lib/counts.ts'
import { root } from '../setup/place.mjs'
import { vitest } from './suites.ts'

/** Paths of the files of the long suite whose tests all passed at the commit. */
interface Progress {
  readonly commit: string
  readonly passed: readonly string[]
}

const progressFile = join(root, 'node_modules', '.cache', 'millwatch', 'whole.json')

export function progressAt(commit: string, stored: unknown): Progress {
  const { commit: storedCommit, passed } = (stored ?? {}) as Partial<Progress>
  return storedCommit === commit && Array.isArray(passed) ? { commit, passed } : { commit, passed: [] }
}

/**
 * Runs every file of the long suite with all its cases, one after the other, and returns the sum of the counts. Files that passed
 * in an earlier run of the same commit are left out; if all have, it returns their number as passed.
 */
export async function wholeLongSuite(): Promise<Counts> {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  let progress = progressAt(commit, readJson(progressFile))
  const patterns = ['packages/**/*.long.test.ts', 'tools/**/*.long.test.ts']
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).sort()
  process.env.LONG_SECONDS = '0'
  const counts: Counts[] = []
  for (const file of files) {
    if (progress.passed.includes(file)) {
      console.log(`${file}: passed before, at this commit`)
      continue
    }
    const ofFile = await vitest(['long'], [file])
    counts.push(ofFile)
    if (ofFile.failed > 0) continue
    progress = { commit, passed: [...progress.passed, file] }
    mkdirSync(dirname(progressFile), { recursive: true })
    writeFileSync(progressFile, JSON.stringify(progress))
  }
  return counts.length === 0 ? { ...nothing, passed: files.length } : sum(counts)
}
