import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../ui/form/use-draft.ts'
import { alertHoursWith, daysWith, type Settings } from './draft.ts'

const kept: Settings = {
  first_name: 'Dana',
  last_name: 'Reyes',
  phone: '(312) 555-0123',
  theme: 'dark',
  shiftColors: null,
  locale: null,
  clock_hours: null,
  default_company_id: null,
  alarm_config: { alerts_enabled_at: null, alerts_disabled_at: null },
  weekly_report_enabled: false,
  daily_report_days_enabled: [1, 5],
  report_subject_org_unit_id: null,
}
const none = kept.alarm_config

describe('settings', () => {
  it('are sent only where they were changed', () => {
    expect(differencesOf(kept, { ...kept })).toEqual({})
    const changed = { ...kept, phone: '', theme: 'light' as const, daily_report_days_enabled: [1] }
    expect(differencesOf(kept, changed)).toEqual({ phone: '', theme: 'light', daily_report_days_enabled: [1] })
  })

  it('have alert hours whose one end fills the other, and clears it', () => {
    const opened = alertHoursWith(none, 'alerts_enabled_at', '06:30')
    expect(opened).toEqual({ alerts_enabled_at: '06:30', alerts_disabled_at: '17:00' })
    expect(alertHoursWith(none, 'alerts_disabled_at', '22:00')).toEqual({
      alerts_enabled_at: '08:00',
      alerts_disabled_at: '22:00',
    })
    expect(alertHoursWith(opened, 'alerts_disabled_at', '')).toEqual(none)
    expect(alertHoursWith(opened, 'alerts_enabled_at', '')).toEqual(none)
  })

  it('have days that are chosen one by one', () => {
    expect(daysWith([1, 5], 0)).toEqual([0, 1, 5])
    expect(daysWith([1, 5], 5)).toEqual([1])
  })
})
