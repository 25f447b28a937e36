import type { Schedule } from '@millwatch/domain/schedules'
import { ALL_DAYS } from './words.ts'

/**
 * Entries of a form for a week: the ranges by weekday, 0 Sunday to 6 Saturday. Each day is an entry, so that a day which the
 * person did not change follows the stored one.
 */
type WeekEntries = Readonly<Record<number, Schedule[number]>>

export const entriesOfWeek = (week: Schedule): WeekEntries => Object.fromEntries(week.entries())

/** Returns the week of the entries; ranges keep their order while a person edits them. */
export const weekOfEntries = (entries: WeekEntries): Schedule =>
  ALL_DAYS.map((weekday) => entries[weekday] ?? []) as unknown as Schedule
