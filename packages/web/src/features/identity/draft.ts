import { changedAlertHours, minutesOf, timeOfDay } from '@millwatch/domain/identity'
import { phoneWords } from './phone.ts'
import type { User } from './user.ts'

type AlarmConfig = User['alarm_config']

/** Entries of the form on the General tab of a person's settings. */
export interface Settings
  extends Pick<
    User,
    | 'first_name'
    | 'last_name'
    | 'theme'
    | 'shiftColors'
    | 'locale'
    | 'clock_hours'
    | 'default_company_id'
    | 'alarm_config'
    | 'weekly_report_enabled'
    | 'daily_report_days_enabled'
    | 'report_subject_org_unit_id'
  > {
  /** Phone number as text for reading and typing. */
  readonly phone: string
}

/**
 * Returns the entries of the settings form for a user, with the phone number as text. Other fields of the user stay in the
 * result, but never differ and so are never sent.
 */
export const settingsOf = (user: User): Settings => ({ ...user, phone: phoneWords(user.phone) })

const read = (text: string | null): number | null => (text === null ? null : minutesOf(text))
const written = (minutes: number | null): string | null => (minutes === null ? null : timeOfDay(minutes))

/**
 * Returns the alert hours (`HH:mm`) after a person chose a time for `end`. A blank choice clears both ends; if the other end is
 * empty, it gets a default.
 */
export function alertHoursWith(before: AlarmConfig, end: keyof AlarmConfig, chosen: string): AlarmConfig {
  const minutes = chosen === '' ? null : minutesOf(chosen)
  const hours = changedAlertHours(
    { enabledMin: read(before.alerts_enabled_at), disabledMin: read(before.alerts_disabled_at) },
    end === 'alerts_enabled_at' ? { enabledMin: minutes } : { disabledMin: minutes },
  )
  return { alerts_enabled_at: written(hours.enabledMin), alerts_disabled_at: written(hours.disabledMin) }
}

/** Returns the weekdays (0 is Sunday) with `day` removed if it was among them, else with `day` added and sorted ascending. */
export const daysWith = (days: readonly number[], day: number): number[] =>
  days.includes(day) ? days.filter((chosen) => chosen !== day) : [...days, day].toSorted((a, b) => a - b)

/** Returns the messages for fields that cannot be saved: a blank first or last name. Valid fields have none. */
export const settingsFaults = ({ first_name, last_name }: Settings) => ({
  ...(first_name.trim() === '' && { first_name: 'Please input a first name' }),
  ...(last_name.trim() === '' && { last_name: 'Please input a last name' }),
})
