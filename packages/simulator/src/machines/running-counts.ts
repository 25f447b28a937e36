import type { Span } from './day-plan.ts'
import type { Sight } from './seen.ts'

/** Machine whose stops are planned together with those of others. */
export interface Row {
  readonly sight: Sight
  /** Times in which it does not run, in order, without overlaps; they grow while stops are added. */
  readonly stopped: Span[]
  /** Times in which a server hears nothing from it. */
  readonly unseen: readonly Span[]
  /** False: it does what it does, and nothing is added to it. */
  readonly mayWait: boolean
}

/** Numbers of machines that a server surely, or possibly, sees running at each instant of a range of time. */
export interface RunningCounts {
  /** Length of the slots (ms) to which the range is divided. */
  readonly slotMs: number
  /** Returns the smallest number that surely runs, in the time that a stop of a row concerns, if the stop were added. */
  leastBeside(row: Row, stop: Span): number
  /** Adds a stop to a row. */
  stop(row: Row, stop: Span): void
  /** Returns the end (epoch ms) of the last time before `at` in which a row stood; 0 if there is none. */
  ranSince(row: Row, at: number): number
  /** Returns true if a row is possibly seen running at an instant. */
  mayRun(row: Row, at: number): boolean
  /**
   * Returns the first time, within a range, in which more than `most` possibly run, or its first `longestMs`; null if there is
   * none.
   */
  firstAbove(most: number, within: Span, longestMs: number): Span | null
}

/** For each slot, 1 if the machine surely, or possibly, is seen running. */
interface Bits {
  readonly surely: Uint8Array
  readonly possibly: Uint8Array
}

const SLOT_MS = 10_000

/** Returns the index of the first span that begins at or after `at`, by binary search. */
function firstFrom(spans: readonly Span[], at: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((spans[middle] as Span).from < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds a span to spans in order, joined with those that it touches; returns the span that contains it. */
function addSpan(spans: Span[], { from, to }: Span): Span {
  let first = firstFrom(spans, from)
  if (first > 0 && (spans[first - 1] as Span).to >= from) first--
  let end = first
  while (end < spans.length && (spans[end] as Span).from <= to) end++
  const touching = spans.slice(first, end)
  const joined = {
    from: Math.min(from, touching[0]?.from ?? from),
    to: Math.max(to, touching.at(-1)?.to ?? to),
  }
  spans.splice(first, end - first, joined)
  return joined
}

/** Returns the counts of rows over a range (epoch ms); a stop that is added changes them and its row. */
export function countsOf(rows: readonly Row[], range: Span): RunningCounts {
  const slots = Math.ceil((range.to - range.from) / SLOT_MS)
  const slotAt = (at: number) => Math.min(slots, Math.max(0, Math.floor((at - range.from) / SLOT_MS)))
  const slotAfter = (at: number) => Math.min(slots, Math.max(0, Math.ceil((at - range.from) / SLOT_MS)))
  const surely = new Int16Array(slots).fill(rows.length)
  const possibly = new Int16Array(slots).fill(rows.length)
  const bitsOf = new Map<Row, Bits>()
  const bits = (row: Row): Bits => {
    const made = bitsOf.get(row) ?? { surely: new Uint8Array(slots).fill(1), possibly: new Uint8Array(slots).fill(1) }
    bitsOf.set(row, made)
    return made
  }
  const clear = (bitsOfRow: Uint8Array, sums: Int16Array, first: number, end: number) => {
    for (let slot = first; slot < end; slot++) {
      sums[slot] = (sums[slot] ?? 0) - (bitsOfRow[slot] ?? 0)
      bitsOfRow[slot] = 0
    }
  }
  const concerned = ({ sight }: Row, { from, to }: Span) =>
    [slotAt(from - sight.earlyStopMs), slotAfter(to + sight.lateStartMs)] as const
  const mark = (row: Row, span: Span) => {
    clear(bits(row).surely, surely, ...concerned(row, span))
    clear(bits(row).possibly, possibly, slotAfter(span.from + row.sight.lateStopMs), slotAt(span.to))
  }
  for (const row of rows) {
    for (const span of row.stopped) mark(row, span)
    for (const { from, to } of row.unseen) clear(bits(row).surely, surely, slotAt(from), slotAfter(to))
  }
  return {
    slotMs: SLOT_MS,
    leastBeside(row, stop) {
      const [first, end] = concerned(row, stop)
      const runs = bits(row).surely
      let least = rows.length
      for (let slot = first; slot < end; slot++) if (runs[slot] === 1) least = Math.min(least, (surely[slot] ?? 0) - 1)
      return least
    },
    stop(row, stop) {
      mark(row, addSpan(row.stopped, stop))
    },
    ranSince: (row, at) => row.stopped[firstFrom(row.stopped, at) - 1]?.to ?? 0,
    mayRun: (row, at) => bits(row).possibly[slotAt(at)] === 1,
    firstAbove(most, within, longestMs) {
      const end = slotAfter(within.to)
      let slot = slotAt(within.from)
      while (slot < end && (possibly[slot] ?? 0) <= most) slot++
      if (slot >= end) return null
      const first = slot
      const last = Math.min(end, first + longestMs / SLOT_MS)
      while (slot < last && (possibly[slot] ?? 0) > most) slot++
      return { from: range.from + first * SLOT_MS, to: range.from + slot * SLOT_MS }
    },
  }
}
