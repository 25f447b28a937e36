import { expect, test } from 'vitest'
import { argsOf } from './alarms.testing.ts'
import { type AlarmTypeId, exampleTrip, messageOf } from './index.ts'

const now = Date.UTC(2026, 10, 18, 22, 20)
const context = { thresholdMs: 2_100_000, analogUnit: 'bar' }

test.each<[AlarmTypeId, Parameters<typeof argsOf>[1], string, string]>([
  [1, { cycles: 18 }, '17 cycles in the last hour', 'Below 18, only when scheduled, since 3:20 PM.'],
  [2, {}, 'excessive downtime, 35 m', 'Down since 3:45 PM, from 35 m on.'],
  [3, { force: 2 }, 'impact of 2', 'Force of 2 or more, since 4:20 PM.'],
  [3, {}, 'impact of 1', 'Any impact, since 4:20 PM.'],
  [4, {}, 'offline for 10 m', 'No contact since 4:10 PM.'],
  [5, { cycle_count: 10 }, 'maintenance after 10 cycles', 'Every 10 cycles, counted since 10/19/2026'],
  [6, { runtime_hours: 1 }, 'maintenance after 1 hour of running', 'Every 1 hour of running, counted since 2:20 PM.'],
  [7, { duration: 2, duration_unit: 'hours' }, 'maintenance after 2 hours', 'Every 2 hours, counted since 2:20 PM.'],
  [8, { value: 60, minutes: 5 }, 'temperature 63 °C', 'Above 60 °C since 4:15 PM, for 5 m.'],
  [8, { value: 0, direction: 'below' }, 'temperature -0.1 °C', 'Below 0 °C since 4:20 PM.'],
  [9, { below: 70, hours: 2 }, 'utilization 66.5 %', 'Below 70 % over 2 h, since 2:20 PM.'],
  [10, { below: 70 }, 'utilization 66.5 % in the shift', 'Below 70 % in the shift since 8:20 AM.'],
])('an example of type %i with %j reads "%s"', (typeId, given, figure, condition) => {
  const args = argsOf(typeId, given)
  const message = messageOf({
    ...{ about: 'tripped', typeId, args, context, machine: 'Haas 02', units: [], reassertMin: null, now },
    ...{ trip: exampleTrip(typeId, args, context, now), zone: 'America/Chicago' },
    style: { locale: 'en-US', clockHours: null },
  })
  expect(message.title).toBe(`Haas 02: ${figure}`)
  expect(message.lines[0]).toContain(condition)
})
