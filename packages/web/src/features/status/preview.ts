import type { Answer } from '@millwatch/contract/endpoint'
import type { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import type { Segment, ShiftSpan } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'

/** Preview of a machine for a tile or a row: its status timeline, shifts, time outside the schedule, and last cycles. */
export interface Preview {
  readonly segments: readonly Segment[]
  readonly shifts: readonly ShiftSpan[]
  /** Intervals outside the schedule, epoch ms. */
  readonly unscheduled: readonly Window[]
  /** Cycle times of the last cycles in seconds, the newest last. */
  readonly cycles: readonly number[]
  /** End of the last cycle, epoch ms; null: there is none, or cycles were not requested. */
  readonly lastCycleAt: number | null
}

/** Status timeline of a machine, and the time outside its schedule. */
export type DrawnStatuses = Pick<Preview, 'segments' | 'unscheduled'>

type DrawnMachine = Answer<typeof drawnOfEquipment>['equipment'][number]

const segmentsOf = ({
  from,
  ms,
  status_id,
  several,
  several_unscheduled,
  interval_id,
  reasons,
}: DrawnMachine): Segment[] => {
  const reasonOf = new Map(reasons)
  let at = from ?? 0
  let taken = 0
  return ms.map((length, index) => {
    const status = status_id[index] ?? 0
    const segment: Segment = { status, from: at, to: length === null ? null : at + length }
    at += length ?? 0
    if (status === 0) {
      const [count = 0, ...byStatus] = several.slice(taken, taken + 5)
      const outside = several_unscheduled.slice((taken / 5) * 4, (taken / 5 + 1) * 4)
      taken += 5
      return { ...segment, several: { count, ms: [0, ...byStatus], unscheduledMs: [0, ...outside] } }
    }
    const [id, reason] = [interval_id?.[index], reasonOf.get(index)]
    return { ...segment, ...(id === undefined ? {} : { id }), ...(reason === undefined ? {} : { reason }) }
  })
}

/** Returns the preview of a machine from its part of the API's answer; parts that were not requested are empty. */
export const previewOf = (machine: DrawnMachine): Preview => ({
  segments: segmentsOf(machine),
  shifts: (machine.shifts ?? []).map(([from, to, shift]) => ({ from, to, shift })),
  unscheduled: machine.unscheduled.map(([from, to]) => ({ from, to })),
  cycles: machine.cycles?.cycle_time ?? [],
  lastCycleAt: machine.cycles?.last_at ?? null,
})
