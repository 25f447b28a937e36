import { expect, test } from 'vitest'
import { beginningOf, readRecording } from '../recordings/recordings.ts'
import { randomTapes } from './lost-minutes.ts'
import { tapesOf } from './recorded-plant.ts'
import { compareUnitReports } from './unit-reports.ts'

test('Excessive downtime, summary, lost time, shifts and parts of a random plant are as the reference models say', async () => {
  const { figures, stops } = await compareUnitReports(randomTapes(3, 20_261_125))
  process.stdout.write(`Reports of a random plant: ${figures} figures compared, ${stops} excessive stops, 0 differ\n`)
  expect(figures).toBeGreaterThan(3000)
  expect(stops).toBeGreaterThan(10)
}, 180_000)

test.each([
  ['cnc-mill', 600_000, 48, 10],
  ['die-casting', 60_000, 48, 10],
  // It stands still only four times within three weeks while its device is heard, the first time on the eleventh day.
  ['moulding', 60_000, 264, 3],
] as const)(
  'Excessive downtime, summary, lost time, shifts and parts of the first days of %s are as the reference models say',
  async (name, thresholdMs, hours, leastStops) => {
    const tapes = tapesOf(beginningOf(readRecording(name), hours)).slice(0, 2)
    const { figures, stops } = await compareUnitReports(tapes, thresholdMs)
    process.stdout.write(`Reports of ${name}: ${figures} figures compared, ${stops} excessive stops, 0 differ\n`)
    expect(figures).toBeGreaterThan(1000)
    expect(stops).toBeGreaterThanOrEqual(leastStops)
  },
  180_000,
)
