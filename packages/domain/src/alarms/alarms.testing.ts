/** Helpers for the test tables of alarm types. Times are minutes after `T0`, 08:00 UTC on a Monday. */
import type { ShiftRow } from '../shifts/index.ts'
import type { Interval, Status } from '../status/index.ts'
import { MINUTE_MS } from '../time/index.ts'
import { defaultEquipmentSettings, type SettingsFrom } from '../tree/index.ts'
import { evaluate } from './evaluate.ts'
import { type AlarmArgs, type AlarmData, type AlarmTypeId, alarmTypeOf, readArgs, type Trip } from './index.ts'

export const T0 = Date.UTC(2026, 2, 2, 8)
export const at = (minutes: number): number => T0 + Math.round(minutes * MINUTE_MS)

/** Status, start and end in minutes; without an end it is open. */
export const interval = (status: Status, from: number, to?: number): Interval => ({
  status,
  startedAt: at(from),
  endedAt: to === undefined ? null : at(to),
})

export const shiftRow = (shift: 0 | 1 | 2 | 3, from: number, to: number): ShiftRow => ({
  shift,
  startedAt: at(from),
  endedAt: at(to),
  zone: 'UTC',
})

export const settings = (from: number | null, change: Partial<SettingsFrom> = {}): SettingsFrom => ({
  ...defaultEquipmentSettings,
  parentOrgUnitId: 1,
  ...change,
  from: from === null ? 0 : at(from),
})

export const dataOf = (given: Partial<AlarmData>): AlarmData => ({
  beganAt: given.intervals?.[0]?.startedAt ?? null,
  intervals: [],
  cycles: [],
  values: [],
  impacts: [],
  contact: null,
  shifts: [],
  settings: [settings(null)],
  ignoredStops: [],
  zone: 'UTC',
  progress: { cycles: 0, runningMs: 0 },
  ...given,
})

export function argsOf(typeId: AlarmTypeId, given: AlarmArgs): AlarmArgs {
  const { args } = readArgs(alarmTypeOf(typeId), given)
  if (args === undefined) throw new Error('These arguments are not accepted')
  return args
}

const minutesOf = (instant: number | null): number | null => (instant === null ? null : (instant - T0) / MINUTE_MS)

/**
 * Returns the trips from minute `from` (default 0) to minute `to` as rows `[tripped, cleared, amount, since]`: `amount` in its
 * own unit, the others in minutes.
 */
export function tripsOf(
  typeId: AlarmTypeId,
  given: AlarmArgs,
  data: Partial<AlarmData>,
  { from = 0, to }: { from?: number; to: number },
): (number | null)[][] {
  const range = { from: at(from), to: at(to), base: at(from) }
  const { trips } = evaluate({ typeId, args: argsOf(typeId, given), data: dataOf(data), open: null, ...range })
  return trips.map(rowOf)
}

export const rowOf = ({ trippedAt, clearedAt, value }: Trip): (number | null)[] => [
  minutesOf(trippedAt),
  minutesOf(clearedAt),
  value.amount,
  minutesOf(value.since),
]

export const everyMinutes = (step: number, from: number, to: number): { at: number; count: number }[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => ({ at: at(from + i * step), count: 1 }))
