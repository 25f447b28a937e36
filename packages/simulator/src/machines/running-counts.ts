import { firstIndex } from '@millwatch/domain/time'
import type { Span } from './day-plan.ts'
import type { Sight } from './seen.ts'

/** Machine whose stops are planned together with those of other machines. */
export interface Row {
  readonly sight: Sight
  /** Times in which the machine does not run, in order, without overlaps. `RunningCounts.stop` adds to them. */
  readonly stopped: Span[]
  /** Times in which a server gets no messages from the machine. */
  readonly unseen: readonly Span[]
  /** False: the stops of the machine are fixed, so no wait may be added. */
  readonly mayWait: boolean
}

/** Numbers of machines that a server surely, or possibly, sees running in each slot of a range of time. */
export interface RunningCounts {
  /** Length of the slots (ms) to which the range is divided. */
  readonly slotMs: number
  /**
   * Returns the smallest number of other machines that surely run, over the slots that the stop affects and in which the row
   * surely runs; the number of all rows if there is no such slot.
   */
  leastBeside(row: Row, stop: Span): number
  /** Adds a stop to a row, joined with stops that it touches, and updates the counts. */
  stop(row: Row, stop: Span): void
  /** Returns the end (epoch ms) of the last stop of a row that begins before `at`; 0 if there is none. */
  ranSince(row: Row, at: number): number
  /** Returns true if a row is possibly seen running in the slot of an instant (epoch ms). */
  mayRun(row: Row, at: number): boolean
  /**
   * Returns the first time within a range in which more than `most` machines possibly run, cut to its first `longestMs` ms; null
   * if there is none.
   */
  firstAbove(most: number, within: Span, longestMs: number): Span | null
}

/** Flags of one machine, per slot: 1 if it is surely, or possibly, seen running. */
interface Bits {
  readonly surely: Uint8Array
  readonly possibly: Uint8Array
}

const SLOT_MS = 10_000

/**
 * Returns the index of the first span that begins at or after `at` (epoch ms), by binary search; the length of the list if there
 * is none. The spans ascend.
 */
function firstFrom(spans: readonly Span[], at: number): number {
  return firstIndex(spans.length, (i) => (spans[i] as Span).from >= at)
}

/**
 * Adds a span to a list of spans in order, in place, joined with those that it touches or overlaps. Returns the span that then
 * contains it.
 */
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

/**
 * Returns the counts of rows over a range (epoch ms), in slots of 10 s. Adding a stop with `stop` changes the counts and the row.
 */
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
      const { from, to } = addSpan(row.stopped, stop)
      clear(bits(row).surely, surely, ...concerned(row, stop))
      // The stops that it joins have cleared their slots already: what lies far before and after it is not gone through again.
      const { lateStopMs } = row.sight
      const first = Math.max(slotAfter(from + lateStopMs), slotAt(stop.from))
      clear(bits(row).possibly, possibly, first, Math.min(slotAt(to), slotAfter(stop.to + lateStopMs)))
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
