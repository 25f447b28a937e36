/** Reference model of shift occurrences and their lost time: it looks at all rows at once. */
import type { ReferenceRow, ReferenceSpan } from './shifts.ts'
import { dateKey, dayNumber, instantAt } from './wall.ts'

export interface ReferenceOccurrence extends ReferenceSpan {
  readonly shift: number
  /** Date of the occurrence as a number, such as 20260308. */
  readonly date: number
  readonly rows: readonly ReferenceRow[]
}

const DAY_MS = 86_400_000
const BREAK_MS = 1_800_000

/**
 * Returns the shift occurrences of rows, by start and then by shift: rows of the same shift with at most 1800 s between them are
 * one occurrence. An occurrence of 24 h or more is cut at local midnights.
 */
export function referenceOccurrences(rows: readonly ReferenceRow[]): ReferenceOccurrence[] {
  const groups: ReferenceRow[][] = []
  for (const row of [...rows].sort((a, b) => a.start - b.start)) {
    const group = groups.find(
      (rowsOfGroup) => rowsOfGroup[0]?.shift === row.shift && row.start - (rowsOfGroup.at(-1)?.end ?? 0) <= BREAK_MS,
    )
    if (group === undefined) groups.unshift([row])
    else group.push(row)
  }
  return groups.flatMap(occurrencesOf).sort((a, b) => a.start - b.start || a.shift - b.shift)
}

function occurrencesOf(rows: readonly ReferenceRow[]): ReferenceOccurrence[] {
  const [first] = rows
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return []
  // "An occurrence belongs to the machine's local day on which it starts; one that reaches 24 h is cut at midnights."
  if (last.end - first.start < DAY_MS) return [occurrence(rows, dayNumber(first.start, first.zone))]
  const parts = rows.flatMap(cutAtMidnights)
  return parts.flatMap((part, i) => {
    if (parts[i - 1]?.day === part.day) return []
    const next = parts.findIndex(({ day }, j) => j > i && day !== part.day)
    return [
      occurrence(
        parts.slice(i, next < 0 ? undefined : next).map(({ row }) => row),
        part.day,
      ),
    ]
  })
}

function occurrence(rows: readonly ReferenceRow[], day: number): ReferenceOccurrence {
  return {
    start: rows[0]?.start ?? 0,
    end: rows.at(-1)?.end ?? 0,
    shift: rows[0]?.shift ?? 0,
    date: dateKey(day),
    rows,
  }
}

/**
 * Returns the parts of a row between the midnights of its own zone, ascending, each with its local day (days since 1970-01-01).
 */
function cutAtMidnights(row: ReferenceRow): { row: ReferenceRow; day: number }[] {
  const first = dayNumber(row.start, row.zone) - 1
  const count = dayNumber(row.end, row.zone) + 2 - first
  return Array.from({ length: count }, (_, i) => first + i).flatMap((day) => {
    const start = Math.max(row.start, instantAt(day, 0, row.zone))
    const end = Math.min(row.end, instantAt(day + 1, 0, row.zone))
    return start < end ? [{ row: { ...row, start, end }, day }] : []
  })
}

/**
 * Returns the parts of occurrences that count, and leaves out occurrences of which no part counts. "Shift history, occurrences
 * included, counts only from the machine's first evidence on and not while it is archived". The date stays that of the whole
 * occurrence.
 */
export function thatCount(
  occurrences: readonly ReferenceOccurrence[],
  beganAt: number,
  active: readonly { readonly from: number; readonly active: boolean }[],
): ReferenceOccurrence[] {
  return occurrences.flatMap((occurrence) => {
    const rows = occurrence.rows.flatMap((row) => partsThatCount(row, beganAt, active))
    const [first] = rows
    const last = rows.at(-1)
    return first && last ? [{ ...occurrence, start: first.start, end: last.end, rows }] : []
  })
}

function partsThatCount(
  row: ReferenceRow,
  beganAt: number,
  active: readonly { readonly from: number; readonly active: boolean }[],
): ReferenceRow[] {
  return active.flatMap((setting, i) => {
    const start = Math.max(row.start, beganAt, i === 0 ? Number.NEGATIVE_INFINITY : setting.from)
    const end = Math.min(row.end, active[i + 1]?.from ?? Number.POSITIVE_INFINITY)
    return setting.active && start < end ? [{ ...row, start, end }] : []
  })
}

export interface ReferenceLost {
  readonly lateStartMs: number
  /** Early shutdown in ms; null if the occurrence is not over yet. */
  readonly earlyShutdownMs: number | null
  readonly full: boolean
}

/**
 * Returns the lost time (ms) of a shift occurrence until `now`. Late start is from its start to the first running, early shutdown
 * from the last running to its end, null until it is over. Without any running the whole time so far is late start, early
 * shutdown is 0 once it is over, and `full` is true from then on.
 */
export function referenceLost(
  occurrence: ReferenceSpan,
  running: readonly ReferenceSpan[],
  now: number,
): ReferenceLost {
  const until = Math.min(occurrence.end, now)
  const inside = running.filter(({ start, end }) => start < until && end > occurrence.start)
  const isOver = occurrence.end <= now
  const first = Math.min(...inside.map(({ start }) => Math.max(start, occurrence.start)))
  const last = Math.max(...inside.map(({ end }) => Math.min(end, until)))
  if (inside.length === 0)
    return { lateStartMs: until - occurrence.start, earlyShutdownMs: isOver ? 0 : null, full: isOver }
  return { lateStartMs: first - occurrence.start, earlyShutdownMs: isOver ? occurrence.end - last : null, full: false }
}
