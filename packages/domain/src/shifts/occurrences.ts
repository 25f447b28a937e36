import { DAY_MS, dateNumberOf, localDayOf, type Range } from '../time/index.ts'
import type { Shift, ShiftRow } from './types.ts'

/** Longest break (ms) between two rows of one shift that still belong to one occurrence (domain, section 4). */
export const OCCURRENCE_GAP_MS = 1_800_000

/** Length (ms) from which an occurrence is cut at midnights. */
const CUT_FROM_MS = DAY_MS

/**
 * Time (ms) by which shift history must be loaded before and after a span, because rows there decide to which day a row of
 * the span belongs.
 */
export const OCCURRENCE_REACH_MS = CUT_FROM_MS + OCCURRENCE_GAP_MS

/** Scheduled time `[from, to)` (epoch ms) of a shift, with the local day (20260308) for which it counts. */
export interface DatedRange extends Range {
  readonly shift: Shift
  readonly shiftDate: number
}

/**
 * One worked shift, from its first start to its last end with breaks of at most 1800 s. A shift that lasts 24 h or longer is cut
 * at midnights: each of its local days is then an occurrence.
 */
export interface Occurrence extends DatedRange {
  /** Scheduled time, ascending, with the breaks between the ranges. */
  readonly ranges: readonly DatedRange[]
}

/**
 * Returns the scheduled time in shift history as ranges that count for one day each, ascending. `rows` are of one machine, do
 * not overlap, and may be in any order. All ranges of an occurrence count for the local day on which it starts, in the zone
 * of its first row. Rows that together last 24 h or longer, breaks of at most 1800 s included, are cut at the local midnights
 * of each row's zone, and each range counts for its own day (domain, section 4).
 */
export function datedRanges(rows: readonly ShiftRow[]): DatedRange[] {
  return chainsOf(rows)
    .flatMap(rangesOfChain)
    .sort((a, b) => a.from - b.from)
}

/**
 * Returns the occurrences of shifts 0 to 3 in shift history, ascending by start. `rows` are of one machine, do not overlap,
 * and may be in any order.
 */
export function occurrencesOf(rows: readonly ShiftRow[]): Occurrence[] {
  return chainsOf(rows)
    .flatMap((chain) => byDay(rangesOfChain(chain)))
    .sort((a, b) => a.from - b.from)
}

/**
 * Returns the rows in groups by shift: rows of one shift are in one group while the breaks between them are at most 1800 s.
 * Groups and rows ascend by start.
 */
function chainsOf(rows: readonly ShiftRow[]): ShiftRow[][] {
  const chains: ShiftRow[][] = []
  const open = new Map<Shift, ShiftRow[]>()
  for (const row of [...rows].sort((a, b) => a.startedAt - b.startedAt)) {
    const chain = open.get(row.shift)
    const last = chain?.at(-1)
    if (chain && last && row.startedAt - last.endedAt <= OCCURRENCE_GAP_MS) chain.push(row)
    else {
      const begun = [row]
      open.set(row.shift, begun)
      chains.push(begun)
    }
  }
  return chains
}

function rangesOfChain(chain: readonly ShiftRow[]): DatedRange[] {
  const [first] = chain
  const last = chain.at(-1)
  if (!first || !last) return []
  if (last.endedAt - first.startedAt >= CUT_FROM_MS) return chain.flatMap(cutAtMidnights)
  const shiftDate = dateNumberOf(first.startedAt, first.zone)
  return chain.map(({ shift, startedAt, endedAt }) => ({ shift, shiftDate, from: startedAt, to: endedAt }))
}

function cutAtMidnights({ shift, startedAt, endedAt, zone }: ShiftRow): DatedRange[] {
  const ranges: DatedRange[] = []
  for (let from = startedAt; from < endedAt; ) {
    const to = Math.min(endedAt, localDayOf(from, zone).to)
    ranges.push({ shift, shiftDate: dateNumberOf(from, zone), from, to })
    from = to
  }
  return ranges
}

function byDay(ranges: readonly DatedRange[]): Occurrence[] {
  const groups: DatedRange[][] = []
  for (const range of ranges) {
    const group = groups.at(-1)
    if (group?.[0]?.shiftDate === range.shiftDate) group.push(range)
    else groups.push([range])
  }
  return groups.flatMap((group) => {
    const [first] = group
    const last = group.at(-1)
    return first && last ? [{ ...first, to: last.to, ranges: group }] : []
  })
}
