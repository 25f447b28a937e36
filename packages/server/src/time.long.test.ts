import { offeredTimeZones } from '@millwatch/domain/tree'
import { isWhole, someOf } from '@millwatch/lab/budget'
import { TimeBench } from '@millwatch/lab/reference-tests/time-bench'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('figures asked of the server, held against a walk through the minutes', () => {
  let bench: TimeBench
  beforeAll(async () => {
    bench = await TimeBench.open('2026-12-01T12:00:00Z')
  })
  afterAll(() => bench.close())

  test.each(someOf(offeredTimeZones, 4))(
    'in %s, on both days on which clocks change in most of the US',
    async (zone) => {
      const dates = ['2026-03-08', '2026-11-01']
      const machine = await bench.machineIn(zone, dates)
      for (const date of dates) await bench.compareAbout(machine, date)
    },
  )

  const cases: [zone: string, how: string, dates: string[]][] = [
    ['Australia/Lord_Howe', 'half an hour', ['2026-04-05', '2026-10-04']],
    ['America/Havana', 'at midnight', ['2026-03-08', '2026-11-01']],
    ['America/St_Johns', 'a minute after midnight', ['2010-11-07', '2011-03-13']],
    ['America/Asuncion', 'at midnight', ['2023-10-01', '2024-03-24']],
    ['America/Sao_Paulo', 'at midnight', ['2018-02-18', '2018-11-04']],
    ['Pacific/Apia', 'a whole day', ['2011-12-30']],
    ['Asia/Kathmandu', 'never, at 45 minutes past', ['2026-03-08']],
  ]
  test.each(someOf(cases, 3))('in %s, where clocks change %s', async (zone, _how, dates) => {
    const machine = await bench.machineIn(zone, dates)
    for (const date of dates) await bench.compareAbout(machine, date)
  })

  test('whenever days start, on days of change', async () => {
    const dates = ['2026-03-08', '2026-11-01']
    const machine = await bench.machineIn('America/New_York', dates)
    for (const date of dates) await bench.compareDayStarts(machine, date)
  })

  test('in at least 700 questions about zones and days of change, of a whole run', () => {
    expect(bench.asked).toBeGreaterThanOrEqual(isWhole ? 700 : 100)
  })
})

describe('in other years', () => {
  let bench: TimeBench
  beforeAll(async () => {
    bench = await TimeBench.open('2024-05-01T12:00:00Z')
  })
  afterAll(() => bench.close())

  test.each(someOf(['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'UTC'], 1))(
    'a leap day, the turn of a year and of quarters in %s',
    async (zone) => {
      const dates = ['2023-12-31', '2024-02-29', '2024-04-01']
      const machine = await bench.machineIn(zone, dates)
      for (const date of dates) await bench.compareAbout(machine, date)
    },
  )
})
