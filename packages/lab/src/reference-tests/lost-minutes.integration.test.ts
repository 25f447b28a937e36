import { expect, test } from 'vitest'
import { beginningOf, readRecording } from '../recordings/recordings.ts'
import { compareLostMinutes, randomTapes } from './lost-minutes.ts'
import { tapesOf } from './recorded-plant.ts'

test('The lost time of a random plant is, by date, shift and machine, as computed from stored status and shifts', async () => {
  const compared = await compareLostMinutes(randomTapes(3, 20_261_123))
  process.stdout.write(`Lost time of a random plant: ${compared} figures compared\n`)
  expect(compared).toBeGreaterThan(200)
}, 180_000)

test('The lost time of two days of a recording is, by date, shift and machine, as computed from stored status and shifts', async () => {
  const compared = await compareLostMinutes(tapesOf(beginningOf(readRecording('die-casting'), 48)).slice(0, 1))
  process.stdout.write(`Lost time of two days of die-casting: ${compared} figures compared\n`)
  expect(compared).toBeGreaterThan(20)
}, 180_000)
