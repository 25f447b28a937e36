import { expect, it } from 'vitest'
import { activeRefresh } from '../../lib/query-client.ts'
import { alarmQuery, alarmSummaryQuery, alarmsQuery } from './queries.ts'

const hall = { which: 'o', id: 7 } as const

it('alarms and their summary are read again every 5 minutes, a single one every minute', () => {
  expect(alarmsQuery(hall).refetchInterval).toBe(activeRefresh)
  expect(alarmSummaryQuery(hall).refetchInterval).toBe(activeRefresh)
  expect(activeRefresh({ state: { error: null } })).toBe(300_000)
  expect(alarmQuery(3).refetchInterval).toBe(60_000)
})
