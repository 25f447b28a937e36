import type { StatusMessage } from '@millwatch/contract/live'
import type { Segment } from '../../charts/segment.ts'
import type { Span } from '../../charts/span.ts'
import { fromIso } from '../../lib/clock.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import type { Preview } from './preview.ts'

/**
 * Returns a timeline with a status message applied: spans that begin at its start or later are removed, one that reaches over its
 * start ends there, and its status is open from there on. An adjacent span of the same status is extended instead. Returns the
 * same list if the last span is open with that status and start already.
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

/** Status and cycle messages of many machines or of one. */
export type MachineMessages = Pick<LiveBatch, 'status' | 'cycle'>

/** Returns the messages of a batch by machine id, in their order; machines without messages are absent. */
export function byMachine({ status, cycle }: MachineMessages): Map<number, MachineMessages> {
  const machines = new Map<number, MachineMessages>()
  const messagesOf = (id: number): MachineMessages => {
    const existing = machines.get(id)
    if (existing !== undefined) return existing
    const made: MachineMessages = { status: [], cycle: [] }
    machines.set(id, made)
    return made
  }
  for (const message of status) messagesOf(message.equipment_id).status.push(message)
  for (const message of cycle) messagesOf(message.equipment_id).cycle.push(message)
  return machines
}

/**
 * Returns the preview of a machine with its status and cycle messages applied, with the last `most` cycles. Returns the same
 * object if nothing changed. Restated cycles, cycles without cycle time or instant, cycles not later than the last, and messages
 * for several cycles are left out.
 */
export function patchPreview(before: Preview, { status, cycle }: MachineMessages, most: number): Preview {
  const segments = status.reduce<readonly Segment[]>(patchTimeline, before.segments)
  let { cycles, lastCycleAt } = before
  for (const { restated, cycle_time, occurred_at, count } of cycle) {
    const at = fromIso(occurred_at)
    // Restated cycles, and messages for several cycles, appear at the next reading.
    if (restated || cycle_time === null || at === null || count !== 1 || at <= (lastCycleAt ?? 0)) continue
    cycles = [...cycles, cycle_time].slice(-most)
    lastCycleAt = at
  }
  return segments === before.segments && cycles === before.cycles
    ? before
    : { ...before, segments, cycles, lastCycleAt }
}
