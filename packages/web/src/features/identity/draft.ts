import { changedAlertHours, minutesOf, timeOfDay } from '@millwatch/domain/identity'
import { phoneWords } from './phone.ts'
import type { User, UserChange } from './user.ts'

type AlarmConfig = User['alarm_config']

/** The settings on the General tab as they stand in its form. */
export interface Settings
  extends Pick<
    User,
    | 'first_name'
    | 'last_name'
    | 'theme'
    | 'shiftColors'
    | 'default_company_id'
    | 'alarm_config'
    | 'weekly_report_enabled'
    | 'daily_report_days_enabled'
    | 'report_subject_org_unit_id'
  > {
  /** As a person writes it. */
  readonly phone: string
}

export const settingsOf = (user: User): Settings => ({
  first_name: user.first_name,
  last_name: user.last_name,
  phone: phoneWords(user.phone),
  theme: user.theme,
  shiftColors: user.shiftColors,
  default_company_id: user.default_company_id,
  alarm_config: user.alarm_config,
  weekly_report_enabled: user.weekly_report_enabled,
  daily_report_days_enabled: user.daily_report_days_enabled,
  report_subject_org_unit_id: user.report_subject_org_unit_id,
})

/** What of a form is another than what is kept: all that is sent. */
export function changesOf(kept: Settings, form: Settings): UserChange {
  const names = Object.keys(kept) as (keyof Settings)[]
  return Object.fromEntries(
    names.filter((name) => JSON.stringify(form[name]) !== JSON.stringify(kept[name])).map((name) => [name, form[name]]),
  )
}

const read = (text: string | null): number | null => (text === null ? null : minutesOf(text))
const written = (minutes: number | null): string | null => (minutes === null ? null : timeOfDay(minutes))

/** Alert hours after one end was chosen or cleared (''); the other is filled or cleared with it. */
export function alertHoursWith(known: AlarmConfig, end: keyof AlarmConfig, chosen: string): AlarmConfig {
  const minutes = chosen === '' ? null : minutesOf(chosen)
  const hours = changedAlertHours(
    { enabledMin: read(known.alerts_enabled_at), disabledMin: read(known.alerts_disabled_at) },
    end === 'alerts_enabled_at' ? { enabledMin: minutes } : { disabledMin: minutes },
  )
  return { alerts_enabled_at: written(hours.enabledMin), alerts_disabled_at: written(hours.disabledMin) }
}

/** The days after one was chosen or taken away, Sunday first. */
export const daysWith = (days: readonly number[], day: number): number[] =>
  days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b)
