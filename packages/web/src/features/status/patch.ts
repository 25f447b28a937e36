import type { StatusMessage } from '@millwatch/contract/live'
import type { Segment } from '../../charts/segment.ts'
import type { Span } from '../../charts/span.ts'
import { fromIso } from '../../lib/clock.ts'
import type { LiveBatch } from '../../live/rooms.ts'
import type { Preview } from './preview.ts'

/**
 * Returns a timeline with a status message applied: spans end at its start, and its status is open from there. Returns the
 * same list when the message changes nothing. The timeline is read again soon, which shows what a longer restatement changed.
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

/** Status and cycle messages of a batch: of many machines, or of one, as `byMachine` separates them. */
export type MachineMessages = Pick<LiveBatch, 'status' | 'cycle'>

/** Groups the messages of a batch by machine id, in their order; machines without messages are absent. */
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
 * Returns the preview of a machine with the messages applied, and with its last `most` cycles. Returns the same object when
 * nothing changed. Restated cycles, and messages for several cycles, are left out until the preview is read again.
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
