import { describe, expect, test } from 'vitest'
import { clocks } from './clocks.ts'
import { findingsOf } from './findings.testing.ts'

describe('rule 6: clocks', () => {
  test('the clocks, tests and tools read the time; a Date of an instant reads none', () => {
    const texts = {
      'packages/server/src/platform/clock.ts': 'export const now = () => Date.now()',
      'packages/web/src/lib/clock.ts': 'export const now = () => Date.now()',
      'packages/simulator/src/clock.ts': 'export const now = () => Date.now()',
      'packages/server/src/flow/tick.test.ts': 'const at = Date.now()',
      'tools/a.ts': 'const at = new Date()',
      'packages/server/src/flow/tick.ts': 'export const text = (ms: number) => new Date(ms).toISOString()',
    }
    expect(findingsOf(clocks, texts)).toEqual([])
  })

  test.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'performance.now()',
    'process.hrtime.bigint()',
    'Temporal.Now.instant()',
    '[Date.now]',
  ])('%s elsewhere fails', (source) => {
    const findings = findingsOf(clocks, { 'packages/server/src/flow/tick.ts': `export const f = () => ${source}` })
    expect(findings).toContainEqual(expect.stringContaining('outside of the clocks'))
  })
})
