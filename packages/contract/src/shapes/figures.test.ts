import { expect, test } from 'vitest'
import { Averages } from '../http/telemetry.ts'
import { BucketFigures, Figures } from './figures.ts'

test('The average cycle time is described as it is computed, derived times included, wherever it stands', () => {
  for (const { properties } of [Figures, BucketFigures, Averages]) {
    expect(properties.cycle_time_avg).toMatchObject({ description: expect.stringMatching(/derived times .*included/i) })
  }
})
