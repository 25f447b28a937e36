import { expect, test } from 'vitest'
import { someOf } from '../budget.ts'
import { Calendar } from './calendar.ts'

const everyQuarter = Array.from({ length: 96 }, (_, i) => i * 15)

test.each(someOf([20260308, 20261101], 1))(
  'About %i figures are those of the wall clock, in every zone offered, for every shift',
  async (day) => {
    const calendar = await Calendar.open(day)
    try {
      let cases = 0
      for (const zone of await calendar.zones()) cases += await calendar.compare(zone, [1, 2, 3], [0])
      expect(cases).toBeGreaterThan(350)
    } finally {
      await calendar.close()
    }
  },
)

test.each(someOf([20240229, 20241231, 20250331, 20260404, 20251005], 1))(
  'About %i figures are those of the wall clock, with days that start at any quarter-hour',
  async (day) => {
    const calendar = await Calendar.open(day)
    try {
      let cases = 0
      for (let round = 0; round < 12; round++) {
        const zone =
          ['America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'Pacific/Honolulu'][round % 4] ?? 'UTC'
        cases += await calendar.compare(zone, [0, 3], everyQuarter.slice(round * 8, round * 8 + 8))
      }
      expect(cases).toBe(96)
    } finally {
      await calendar.close()
    }
  },
)
