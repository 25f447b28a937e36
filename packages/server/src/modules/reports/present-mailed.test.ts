import { exampleSummary, exampleSummaryLines } from '@millwatch/lab/product/summary-example'
import { expect, test } from 'vitest'
import { reportCsv } from '../notices/present-report-file.ts'
import { presentMailed } from './present-mailed.ts'

test('a mailed summary has the cells of the export of its page', () => {
  const period = { cadence: 'daily', from: Date.UTC(2026, 5, 8), to: Date.UTC(2026, 5, 9) } as const
  const content = presentMailed(exampleSummary, { period, timeZone: 'UTC', isRegular: true })
  const [, plant, ...lines] = reportCsv(content).trimEnd().split('\r\n')
  expect(plant).toBe('unit,,Plant,1 of 3 running,,75,false,30000,40000,0.7,4,,,75,')
  expect(lines).toEqual(exampleSummaryLines)
})
