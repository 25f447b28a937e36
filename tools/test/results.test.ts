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
    const assertion = {
      status: 'failed',
      fullName: 'adds up',
      failureMessages: ['\u001b[31m1 is not 2\u001b[39m\nhere'],
    }
    const failed = { status: 'failed', name: 'a.test.ts', assertionResults: [assertion, { status: 'passed' }] }
    const stillborn = { status: 'failed', name: 'b.test.ts', message: 'no such module', assertionResults: [] }
    const content = { numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed, stillborn] }
    expect(vitestCounts(report(content), false)).toEqual({
      passed: 2,
      failed: 2,
      failures: ['a.test.ts > adds up > 1 is not 2', 'b.test.ts > before its tests > no such module'],
    })
  })

  test('Vitest: a failed property names its seed, its counterexample and the beginning of its cause', () => {
    const message = [
      'Error: Property failed after 3 tests',
      '{ seed: 42, path: "0:1", endOnFailure: true }',
      'Counterexample: [{"a":1}]',
      'Shrunk 2 time(s)',
      '    at buildError (fast-check.js:1:1)',
    ].join('\n')
    const meta = { cause: 'expected 1 to be 2\nb\nc\nd\ne\nf' }
    const assertion = { status: 'failed', fullName: 'holds', failureMessages: [message], meta }
    const testResults = [{ status: 'failed', name: 'a.test.ts', assertionResults: [assertion] }]
    expect(vitestCounts(report({ numPassedTests: 0, numFailedTests: 1, testResults }), false).failures).toEqual([
      [
        'a.test.ts > holds > Error: Property failed after 3 tests',
        '    { seed: 42, path: "0:1", endOnFailure: true }',
        '    Counterexample: [{"a":1}]',
        '    Caused by: expected 1 to be 2',
        '    b',
        '    c',
        '    d',
        '    e',
      ].join('\n'),
    ])
  })

  test('Vitest: a failed assertion shows what it expected and received', () => {
    const meta = { diff: '\u001b[32m- Expected\u001b[39m\n+ Received\n\n  same\n- 1\n+ 2' }
    const assertion = { status: 'failed', fullName: 'adds', failureMessages: ['Error: 1 is not 2'], meta }
    const testResults = [{ status: 'failed', name: 'a.test.ts', assertionResults: [assertion] }]
    expect(vitestCounts(report({ numPassedTests: 0, numFailedTests: 1, testResults }), false).failures).toEqual([
      ['a.test.ts > adds > Error: 1 is not 2', '    - Expected', '    + Received', '    - 1', '    + 2'].join('\n'),
    ])
  })

  test('Playwright: a flaky test and an error outside of tests are failures', () => {
    const results = [{ error: { message: 'not seen\n\nExpected: 1\nReceived: 2', location: { line: 7 } } }]
    const specs = [
      { ok: false, title: 'opens', file: 'x.spec.ts', tests: [{ results }] },
      { ok: true, title: 'shuts', file: 'x.spec.ts', tests: [] },
    ]
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 3 }
    const content = { suites: [{ suites: [{ specs }] }], stats, errors: [{ message: 'no browser' }] }
    expect(playwrightCounts(report(content), false)).toEqual({
      passed: 5,
      failed: 3,
      failures: [
        'x.spec.ts:7 > opens > not seen\n    Expected: 1\n    Received: 2',
        'outside of the tests > no browser',
      ],
    })
  })

  test('a run that ended badly without naming a failure has one', () => {
    expect(vitestCounts(report({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), false)).toEqual({
      passed: 3,
      failed: 1,
      failures: [],
    })
    expect(vitestCounts(missing, false)).toEqual({ passed: 0, failed: 1 })
    expect(playwrightCounts(missing, false)).toEqual({ passed: 0, failed: 1 })
    expect(readCounts(missing, false)).toEqual({ passed: 0, failed: 1 })
    expect(readCounts(report({ passed: 4, failed: 2 }), false)).toEqual({ passed: 4, failed: 2 })
  })
})
