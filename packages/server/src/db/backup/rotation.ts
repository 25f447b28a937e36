import { DAY_MS } from '@millwatch/domain/time'

/** Monday of the first whole week of 1970, as the number of days since 1970-01-01. */
const FIRST_MONDAY = 4
/** Beginning of the file name of each backup. */
export const backupBeginning = 'millwatch-'
const NAME = /^millwatch-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.backup$/

/** Numbers of the latest days, weeks and months (UTC) of which the rotation keeps one backup each. */
export const KEPT = { days: 7, weeks: 4, months: 12 } as const

/**
 * Returns the file name of a backup taken at this instant (epoch ms), such as `millwatch-2026-11-24T06-00-00Z.backup`. It sorts
 * by time and is valid on every file system.
 */
export function backupName(takenAt: number): string {
  const text = Temporal.Instant.fromEpochMilliseconds(takenAt).toString({ smallestUnit: 'second' })
  return `${backupBeginning}${text.replaceAll(':', '-')}.backup`
}

/**
 * Returns the instant (epoch ms, whole seconds) at which a backup with this file name was taken; undefined for any name that
 * `backupName` does not give.
 */
export function takenAtOf(name: string): number | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const takenAt = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(takenAt) ? undefined : takenAt
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)
const weekOf = (at: number): number => Math.floor((dayOf(at) - FIRST_MONDAY) / 7)
/** Returns the month (UTC) of an instant (epoch ms), such as `2026-11`. */
const monthOf = (at: number): string => Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 7)

/** Returns the newest instant of each of the latest `count` periods that have one. `instants` must be sorted, newest first. */
function newestOfEach(instants: readonly number[], periodOf: (at: number) => number | string, count: number): number[] {
  const newest = new Map<number | string, number>()
  for (const at of instants) if (!newest.has(periodOf(at))) newest.set(periodOf(at), at)
  return [...newest.values()].slice(0, count)
}

/**
 * Returns the file names that the rotation removes: all backups but the newest of each of the latest 7 days, 4 weeks
 * (from Monday) and 12 months (UTC) that have one. Other files are never among them, nor is the newest backup.
 */
export function expiredBackups(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const takenAt = takenAtOf(name)
    return takenAt === undefined ? [] : [{ name, takenAt }]
  })
  const instants = backups.map(({ takenAt }) => takenAt).sort((a, b) => b - a)
  const kept = new Set([
    ...newestOfEach(instants, dayOf, KEPT.days),
    ...newestOfEach(instants, weekOf, KEPT.weeks),
    ...newestOfEach(instants, monthOf, KEPT.months),
  ])
  return backups.filter(({ takenAt }) => !kept.has(takenAt)).map(({ name }) => name)
}
