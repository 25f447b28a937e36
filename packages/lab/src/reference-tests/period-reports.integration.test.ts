import { expect, test } from 'vitest'
import { beginningOf, readRecording } from '../recordings/recordings.ts'
import { randomTapes } from './lost-minutes.ts'
import { comparePeriodReports } from './period-reports.ts'
import { tapesOf } from './recorded-plant.ts'

test('Runs, status logs and raw data of a random plant are as the reference models and what was sent say', async () => {
  const compared = await comparePeriodReports(randomTapes(10, 20_261_124))
  process.stdout.write(`Runs, status logs and raw data of a random plant: ${compared} figures compared\n`)
  expect(compared).toBeGreaterThan(1000)
}, 180_000)

test.each(['cnc-mill', 'die-casting', 'moulding'])(
  'Runs, status logs and raw data of half a day of %s are as the reference models and what was sent say',
  async (name) => {
    const compared = await comparePeriodReports(tapesOf(beginningOf(readRecording(name), 12)).slice(0, 1))
    process.stdout.write(`Runs, status logs and raw data of ${name}: ${compared} figures compared\n`)
    expect(compared).toBeGreaterThan(1000)
  },
  180_000,
)
