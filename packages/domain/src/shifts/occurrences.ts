import { DAY_MS, dateNumberOf, localDayOf, type Range } from '../time/index.ts'
import type { Shift, ShiftRow } from './types.ts'

/** Rows of one shift with at most this between them are one occurrence (domain, section 4). */
export const OCCURRENCE_GAP_MS = 1_800_000

/** An occurrence that reaches this long is cut at midnights. */
const CUT_FROM_MS = DAY_MS

/** How far beyond a span rows can decide on the day a row in it belongs to: load shift history that much wider. */
export const OCCURRENCE_REACH_MS = CUT_FROM_MS + OCCURRENCE_GAP_MS

/** A stretch of scheduled time `[from, to)` (epoch ms) with the local day (20260308) it counts for. */
export interface ShiftPiece extends Range {
  readonly shift: Shift
  readonly shiftDate: number
}

/** A shift as it was worked: from its first start to its last end, with the scheduled time in it; breaks are not. */
export interface Occurrence extends ShiftPiece {
  /** Scheduled time, ascending; breaks lie between. */
  readonly pieces: readonly ShiftPiece[]
}

/**
 * Shift history cut so that each piece counts for one day, ascending. Rows, of one machine and not overlapping, in any
 * order. An occurrence belongs to the local day, in its first row's zone, on which it starts; one that reaches 24 h from
 * its first start to its last end is cut at the local midnights of each row's own zone, and each piece belongs to the day
 * it lies in (domain, section 4).
 */
export function shiftPieces(rows: readonly ShiftRow[]): ShiftPiece[] {
  return chainsOf(rows)
    .flatMap(piecesOfChain)
    .sort((a, b) => a.from - b.from)
}

/** The occurrences of shifts 0 to 3 in shift history, ascending by start; see `shiftPieces`. */
export function occurrencesOf(rows: readonly ShiftRow[]): Occurrence[] {
  return chainsOf(rows)
    .flatMap((chain) => byDay(piecesOfChain(chain)))
    .sort((a, b) => a.from - b.from)
}

/** Rows of one shift with short breaks between them, or none. */
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

function piecesOfChain(chain: readonly ShiftRow[]): ShiftPiece[] {
  const [first] = chain
  const last = chain.at(-1)
  if (!first || !last) return []
  if (last.endedAt - first.startedAt >= CUT_FROM_MS) return chain.flatMap(cutAtMidnights)
  const shiftDate = dateNumberOf(first.startedAt, first.zone)
  return chain.map(({ shift, startedAt, endedAt }) => ({ shift, shiftDate, from: startedAt, to: endedAt }))
}

function cutAtMidnights({ shift, startedAt, endedAt, zone }: ShiftRow): ShiftPiece[] {
  const pieces: ShiftPiece[] = []
  for (let from = startedAt; from < endedAt; ) {
    const to = Math.min(endedAt, localDayOf(from, zone).to)
    pieces.push({ shift, shiftDate: dateNumberOf(from, zone), from, to })
    from = to
  }
  return pieces
}

function byDay(pieces: readonly ShiftPiece[]): Occurrence[] {
  const groups: ShiftPiece[][] = []
  for (const piece of pieces) {
    const group = groups.at(-1)
    if (group?.[0]?.shiftDate === piece.shiftDate) group.push(piece)
    else groups.push([piece])
  }
  return groups.flatMap((group) => {
    const [first] = group
    const last = group.at(-1)
    return first && last ? [{ ...first, to: last.to, pieces: group }] : []
  })
}
