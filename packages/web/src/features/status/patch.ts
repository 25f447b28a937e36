import type { StatusMessage } from '@millwatch/contract/live'
import type { Piece } from '../../charts/piece.ts'
import type { Span } from '../../charts/span.ts'
import { fromIso } from '../../lib/clock.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import type { Picture } from './pictures.ts'

/**
 * A timeline after a told change: what reached past its start is cut there, and the new status is open from it.
 * The machine's whole timeline is read again soon after, so a change that restated more is shown in full then.
 */
export function patchTimeline<T extends Span>(
  spans: readonly T[],
  { status, started_at }: Pick<StatusMessage, 'status' | 'started_at'>,
): readonly (T | Span)[] {
  const from = Date.parse(started_at)
  const last = spans.at(-1)
  if (last !== undefined && last.status === status && last.from === from && last.to === null) return spans
  const kept = spans
    .filter((span) => span.from < from)
    .map((span) => ((span.to ?? Number.POSITIVE_INFINITY) > from ? { ...span, to: from } : span))
  const before = kept.at(-1)
  if (before !== undefined && before.status === status && before.to === from)
    return [...kept.slice(0, -1), { ...before, to: null }]
  return [...kept, { status, from, to: null }]
}

/** What of a batch is about one machine. */
export type OfMachine = Pick<LiveBatch, 'status' | 'cycle'>

/** A batch by machine; of others nothing was told. */
export function byMachine({ status, cycle }: OfMachine): Map<number, OfMachine> {
  const machines = new Map<number, OfMachine>()
  const of = (id: number): OfMachine => {
    const known = machines.get(id)
    if (known !== undefined) return known
    const made: OfMachine = { status: [], cycle: [] }
    machines.set(id, made)
    return made
  }
  for (const told of status) of(told.equipment_id).status.push(told)
  for (const told of cycle) of(told.equipment_id).cycle.push(told)
  return machines
}

/** The pictures of a machine after what was told of it; `most` cycles are kept. The very same where nothing changed. */
export function patchPicture(known: Picture, { status, cycle }: OfMachine, most: number): Picture {
  const pieces = status.reduce<readonly Piece[]>(patchTimeline, known.pieces)
  let { cycles, lastCycleAt } = known
  for (const { restated, cycle_time, occurred_at, count } of cycle) {
    const at = fromIso(occurred_at)
    // What was told late, or of several at once, the next reading shows.
    if (restated || cycle_time === null || at === null || count !== 1 || at <= (lastCycleAt ?? 0)) continue
    cycles = [...cycles, cycle_time].slice(-most)
    lastCycleAt = at
  }
  return pieces === known.pieces && cycles === known.cycles ? known : { ...known, pieces, cycles, lastCycleAt }
}
