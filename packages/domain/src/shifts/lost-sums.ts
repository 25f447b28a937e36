import type { Range } from '../time/index.ts'
import type { Shift } from './types.ts'

/** Lost time of one shift of one machine on one date, as `lostTime` computes it. */
export interface LostShift extends Range {
  readonly equipmentId: number
  /** Local day to which the shift belongs: `2026-03-08`. */
  readonly date: string
  readonly shift: Shift
  readonly lateStartMs: number
  readonly earlyShutdownMs: number
}

/** Sum of the lost time (ms) of several shifts, with the number of these shifts. */
export interface LostSum {
  readonly lateStartMs: number
  readonly earlyShutdownMs: number
  /** Number of shifts of machines in the sum. */
  readonly shifts: number
  /** Number of the shifts in the sum that are not over; for these the sum contains the lost time so far. */
  readonly open: number
}

/** Lost time of a date, by shift and by machine. */
export interface LostDate<Row extends LostShift = LostShift> {
  readonly date: string
  readonly sum: LostSum
  /** Shifts with at least one row on the date, ascending. */
  readonly shifts: readonly { readonly shift: Shift; readonly sum: LostSum }[]
  /** Machines with at least one row on the date; the largest lost time first, equal ones in the order of their rows. */
  readonly machines: readonly { readonly equipmentId: number; readonly sum: LostSum; readonly rows: readonly Row[] }[]
}

/** Returns the lost time of a sum or a shift in ms: late start and early shutdown. */
export const lostMsOf = ({ lateStartMs, earlyShutdownMs }: Pick<LostShift, 'lateStartMs' | 'earlyShutdownMs'>) =>
  lateStartMs + earlyShutdownMs

/** Returns the sum of the lost time of shifts as of `now` (epoch ms); of none, zeros. */
export const lostSum = (rows: readonly LostShift[], now: number): LostSum => ({
  lateStartMs: total(rows, ({ lateStartMs }) => lateStartMs),
  earlyShutdownMs: total(rows, ({ earlyShutdownMs }) => earlyShutdownMs),
  shifts: rows.length,
  open: rows.filter(({ to }) => to > now).length,
})

/**
 * Returns the lost time by date, ascending, as of `now` (epoch ms). `dates` are days (`2026-03-08`) that are listed even if no
 * shift belongs to them, in any order; every date of a row is listed too. Shifts count whole for their date, so the sums over
 * dates, shifts or machines are the sum over the rows.
 */
export function lostByDate<Row extends LostShift>(
  rows: readonly Row[],
  dates: readonly string[],
  now: number,
): LostDate<Row>[] {
  const byDate = Map.groupBy(rows, ({ date }) => date)
  const listed = [...new Set([...dates, ...byDate.keys()])].sort()
  return listed.map((date) => {
    const on = byDate.get(date) ?? []
    return { date, sum: lostSum(on, now), shifts: byShift(on, now), machines: byMachine(on, now) }
  })
}

const byShift = (rows: readonly LostShift[], now: number) =>
  [...Map.groupBy(rows, ({ shift }) => shift)]
    .map(([shift, same]) => ({ shift, sum: lostSum(same, now) }))
    .sort((a, b) => a.shift - b.shift)

const byMachine = <Row extends LostShift>(rows: readonly Row[], now: number) =>
  [...Map.groupBy(rows, ({ equipmentId }) => equipmentId)]
    .map(([equipmentId, found]) => ({ equipmentId, sum: lostSum(found, now), rows: found }))
    .sort((a, b) => lostMsOf(b.sum) - lostMsOf(a.sum))

const total = <Row>(rows: readonly Row[], ms: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + ms(row), 0)
