import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readCounts } from '../lib/counts.ts'
import { playwrightCounts, vitestCounts } from './results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}
const missing = join(folder, 'missing.json')

describe('counting results', () => {
  test('Vitest: passed and failed tests; a file that failed before its tests is one failure', () => {
    const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] }
    const failed = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }
    const stillborn = { status: 'failed', assertionResults: [] }
    const content = { numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed, stillborn] }
    expect(vitestCounts(report(content), false)).toEqual({ passed: 2, failed: 2 })
  })

  test('Playwright: a flaky test and an error outside of tests are failures', () => {
    const content = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }, errors: [{}] }
    expect(playwrightCounts(report(content), false)).toEqual({ passed: 5, failed: 3 })
  })

  test('a run that ended badly without naming a failure has one', () => {
    expect(vitestCounts(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), false)).toEqual({
      passed: 3,
      failed: 1,
    })
    expect(vitestCounts(missing, false)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightCounts(missing, false)).toEqual({ passed: 0, failed: 1 })
    expect(readCounts(missing, false)).toEqual({ passed: 0, failed: 1 })
    expect(readCounts(report({ passed: 4, failed: 2 }), false)).toEqual({ passed: 4, failed: 2 })
  })
})
