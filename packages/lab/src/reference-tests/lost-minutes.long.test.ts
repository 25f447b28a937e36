import { expect, test } from 'vitest'
import { someOf } from '../budget.ts'
import { readRecording } from '../recordings/recordings.ts'
import { compareLostMinutes, randomTapes } from './lost-minutes.ts'
import { tapesOf } from './recorded-plant.ts'

test.each(someOf(['cnc-mill', 'die-casting', 'moulding'], 1))(
  'The lost time of all of %s is, by date, shift and machine, as computed from stored status and shifts',
  async (name) => {
    const compared = await compareLostMinutes(tapesOf(readRecording(name)))
    process.stdout.write(`Lost time of ${name}: ${compared} figures compared, 0 differ\n`)
    expect(compared).toBeGreaterThan(60)
  },
)

test.each(someOf([1, 2, 3, 4], 1))('The lost time of random plant %i is as computed', async (seed) => {
  const compared = await compareLostMinutes(randomTapes(8, seed))
  process.stdout.write(`Lost time of random plant ${seed}: ${compared} figures compared, 0 differ\n`)
  expect(compared).toBeGreaterThan(400)
})
