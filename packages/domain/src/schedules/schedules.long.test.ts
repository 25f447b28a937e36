import { test } from 'vitest'
import { scheduleProperties } from './schedules.testing.ts'

test.each(scheduleProperties)('$says, 10,000 times', ({ holds }) => holds(10_000))
