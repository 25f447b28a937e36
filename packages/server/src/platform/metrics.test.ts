import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('a gauge by label shows the values that are there now, and none that are gone', async () => {
  const metrics = createMetrics()
  let numbers = new Map([
    ['first', 3],
    ['second', 5],
  ])
  metrics.gauges('waiting', 'Messages that wait', 'lane', () => numbers)
  expect(await metrics.text()).toContain('millwatch_waiting{lane="second"} 5')
  numbers = new Map([['first', 0]])
  const text = await metrics.text()
  expect(text).toContain('millwatch_waiting{lane="first"} 0')
  expect(text).not.toContain('lane="second"')
})
