import { coverCases } from '@millwatch/lab/budget'
import { test } from 'vitest'
import { scheduleProperties } from './schedules.testing.ts'

test.each(scheduleProperties)('$says, up to 10,000 times', async ({ says, holds }) => {
  await coverCases({ title: says, whole: 10_000, share: 200, properties: scheduleProperties.length, run: holds })
})
