import type { Query } from '@millwatch/contract/endpoint'
import { utilizationOfEquipment } from '@millwatch/contract/http/utilization'
import { expect, test } from 'vitest'
import { Calendar } from './calendar.ts'

const zone = 'America/New_York'

test.each([
  {
    day: 20260308,
    before: 20260307,
    startDate: '2026-03-08T05:00:00Z',
    endDate: '2026-03-09T04:00:00Z',
    dayS: 82_800,
    nightS: 25_200,
  },
  {
    day: 20261101,
    before: 20261031,
    startDate: '2026-11-01T04:00:00Z',
    endDate: '2026-11-02T05:00:00Z',
    dayS: 90_000,
    nightS: 32_400,
  },
])('On $day a machine in New York has $dayS s, and the night before $nightS s, in its own day', async (change) => {
  const period = { startDate: change.startDate, endDate: change.endDate }
  expect((await figuresOf(change.day, 'by default', period)).scheduled_s).toBe(change.dayS)
  // The night from 22:00 to 06:00; two hours of it are in the day before.
  const startDate = new Date(Date.parse(change.startDate) - 2 * 3_600_000).toISOString()
  const byDay = { ...period, startDate, shift: 3, interval: 86_400 as const, tz: zone }
  const nights = (await figuresOf(change.day, 'shifts', byDay)).buckets
  expect(nights?.scheduled_secs[nights.shift_date.indexOf(change.before)]).toBe(change.nightS)
})

async function figuresOf(
  day: number,
  scheduled: 'shifts' | 'by default',
  period: Omit<Query<typeof utilizationOfEquipment>, 'ids'>,
) {
  const calendar = await Calendar.open(day, scheduled)
  try {
    const { test: app, token } = calendar
    const { id } = await calendar.machineIn(zone)
    const [figures] = (await app.ask(utilizationOfEquipment, { token, query: { ...period, ids: String(id) } }))
      .equipment
    if (figures === undefined) throw new Error('no figures')
    return figures
  } finally {
    await calendar.close()
  }
}

// The long tests compare every zone.
test.each([
  [20260308, ['America/Havana', zone]],
  [20261101, ['America/Havana', zone]],
  [20251005, ['Australia/Lord_Howe']],
  [20240229, ['America/Phoenix']],
  [20251231, ['Australia/Lord_Howe']],
] as const)(
  'About %i figures by shift and bucket are those of the wall clock, in zones of every kind',
  async (day, testedZones) => {
    const calendar = await Calendar.open(day)
    try {
      let cases = 0
      for (const testedZone of testedZones) {
        cases += await calendar.compare(testedZone, [0, 2, 3], [0, 15, 150, 360, 1425])
      }
      expect(cases).toBe(12 * testedZones.length)
    } finally {
      await calendar.close()
    }
  },
)
