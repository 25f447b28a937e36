import { dayAt, type Plan } from './day-plan.ts'
import { eventsOfDay, lastMode } from './device-events.ts'
import type { Kind } from './kind.ts'
import { type Machine, machineOfPieces } from './machine.ts'

/** Working times of a machine: the zone of its plant, and its plan of each local day. */
export interface Hours {
  readonly zone: string
  readonly plan: Plan
}

/**
 * Returns a simulated machine of a kind that works by a plan. Before `detailFrom` (epoch ms) it reports counts of cycles instead
 * of single ones. Equal arguments give equal events.
 */
export function virtualMachine(kind: Kind, { zone, plan }: Hours, seed: number, detailFrom: number): Machine {
  return machineOfPieces((at) => {
    const { day, from, to } = dayAt(zone, at)
    return {
      key: day,
      make: () => {
        const before = lastMode(plan(day - 1), from <= detailFrom) ?? kind.working.rest
        return { from, to, events: eventsOfDay(kind, seed, plan(day), before, detailFrom) }
      },
    }
  })
}
