import type { LostRow } from '../../features/reports/lost-time.ts'
import { minuteNear, minuteOfDay } from '../../lib/dates.ts'
import { count, duration } from '../../lib/format.ts'
import { shiftNames } from '../../ui/shifts.ts'

/** Least time by which a start is marked as late and an end as early, ms. */
const NOTICEABLE_MS = 60_000

/**
 * State of the start or end of a shift: on time, late (or too early for an end), excessive, missing because the machine never
 * ran, or not yet known.
 */
export type EdgeKind = 'good' | 'late' | 'excessive' | 'missing' | 'open'

/** Start or end of a shift as the table of lost time shows it. */
export interface Edge {
  readonly kind: EdgeKind
  /**
   * Time of the first or last running; `none` if the machine never ran, `not yet` before its first running, a dash for the end of
   * a shift that is not over.
   */
  readonly time: string
  /** Difference to the shift in minutes, such as `+38 m` for a late start or `−5 m` for an early end; blank below 1 min. */
  readonly difference: string
  /** Sentence about the start or end. */
  readonly words: string
}

/** Returns ms as whole minutes with their unit, rounded down: `1,204 m`. */
export const minutes = (ms: number): string => `${count(Math.floor(ms / 60_000))} m`

const kindOf = (ms: number, isExcessive: boolean): EdgeKind =>
  isExcessive ? 'excessive' : ms >= NOTICEABLE_MS ? 'late' : 'good'

const isShown = (kind: EdgeKind): boolean => kind === 'late' || kind === 'excessive'

/**
 * Returns the start of a shift as of `asOf` (epoch ms), with times of `zone`: `missing` if the machine never ran in a shift that
 * is over, else late from 1 min on, or excessive as the row says. Without a run yet its time is `not yet`.
 */
export function startOf(row: LostRow, asOf: number, zone: string): Edge {
  const shift = shiftNames[row.shift]
  const due = minuteNear(row.from, row.from, zone)
  const lost = duration(row.lateStartMs)
  if (row.isFull)
    return { kind: 'missing', time: 'none', difference: '', words: `Never ran in the ${shift}: ${lost} lost` }
  const kind = kindOf(row.lateStartMs, row.isStartExcessive)
  const difference = isShown(kind) ? `+${minutes(row.lateStartMs)}` : ''
  const far = row.isStartExcessive ? ', which is excessive' : ''
  if (row.ranFrom === null) {
    const words = `Has not run in the ${shift} yet, which began ${due}: ${lost} late as of ${minuteNear(asOf, row.from, zone)}${far}`
    return { kind, time: 'not yet', difference, words }
  }
  const ran = minuteNear(row.ranFrom, row.from, zone)
  const words = isShown(kind)
    ? `Started ${ran}, ${lost} after the ${shift} began (${due})${far}`
    : `Started ${ran}, on time for the ${shift}`
  return { kind, time: minuteOfDay(row.ranFrom, zone), difference, words }
}

/**
 * Returns the end of a shift as of `asOf` (epoch ms), with times of `zone`: `missing` if the machine never ran in the shift,
 * `open` while the shift is not over, else late (too early) from 1 min on, or excessive as the row says.
 */
export function endOf(row: LostRow, asOf: number, zone: string): Edge {
  const shift = shiftNames[row.shift]
  if (row.isFull) return { ...startOf(row, asOf, zone), difference: '' }
  const due = minuteNear(row.to, row.from, zone)
  if (row.to > asOf) return { kind: 'open', time: '–', difference: '', words: `The ${shift} ends ${due}` }
  const kind = kindOf(row.earlyShutdownMs, row.isEndExcessive)
  const ranTo = row.ranTo ?? row.to
  const time = minuteOfDay(ranTo, zone)
  const ran = minuteNear(ranTo, row.from, zone)
  const lost = duration(row.earlyShutdownMs)
  const far = row.isEndExcessive ? ', which is excessive' : ''
  if (!isShown(kind)) return { kind, time, difference: '', words: `Stopped ${ran}, at the end of the ${shift}` }
  const words = `Stopped ${ran}, ${lost} before the ${shift} ended (${due})${far}`
  return { kind, time, difference: `−${minutes(row.earlyShutdownMs)}`, words }
}
