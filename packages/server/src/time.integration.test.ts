import { TimeBench } from '@millwatch/lab/reference-tests/time-bench'
import { afterAll, beforeAll, expect, test } from 'vitest'

let bench: TimeBench
beforeAll(async () => {
  bench = await TimeBench.open('2026-12-01T12:00:00Z')
})
afterAll(() => bench.close())

test.each([
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  ['America/Havana', ['2026-03-08', '2026-11-01']],
])('In %s days of change are reckoned as a walk through their minutes does', async (zone, dates) => {
  const machine = await bench.machineIn(zone, dates)
  for (const date of dates) await bench.compareAbout(machine, date)
  expect(bench.asked).toBeGreaterThan(0)
})
