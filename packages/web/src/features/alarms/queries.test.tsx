import { expect, it } from 'vitest'
import { activeRefresh } from '../../lib/query-client.ts'
import { instant } from '../../ui/page.testing.ts'
import { listedAlarm } from './alarm.testing.ts'
import { type AlarmTrip, alarmQuery, alarmSummaryQuery, alarmsQuery, alarmsRefresh } from './queries.ts'

const hall = { which: 'o', id: 7 } as const

it('alarms and their summary are read again every 5 minutes, a single one every minute', () => {
  expect(alarmsQuery(hall).refetchInterval).toBe(alarmsRefresh)
  expect(alarmsRefresh({ state: { data: undefined, error: null } })).toBe(300_000)
  expect(alarmSummaryQuery(hall).refetchInterval).toBe(activeRefresh)
  expect(activeRefresh({ state: { error: null } })).toBe(300_000)
  expect(alarmQuery(3).refetchInterval).toBe(60_000)
})

it('alarms are read again every 10 seconds while the outputs of a tripped one wait for the device', () => {
  const refreshWith = (output_state: AlarmTrip['output_state']) => {
    const trip = { id: 1, alarm_id: 3, created_at: instant, output_state } as AlarmTrip
    const alarm = { ...listedAlarm, tripped: true, tripped_at: instant, AlarmHistory: [trip] }
    return alarmsRefresh({ state: { data: { alarms: [alarm], asOf: 0 }, error: null } })
  }
  expect(refreshWith('asked')).toBe(10_000)
  expect(refreshWith('not_reached')).toBe(300_000)
})
