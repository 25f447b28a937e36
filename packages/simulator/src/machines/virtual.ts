import { dayAt, planDay } from './day-plan.ts'
import { eventsOfDay } from './device-events.ts'
import type { Kind } from './kind.ts'
import { type Machine, machineOfPieces } from './machine.ts'

/**
 * Returns a simulated machine of a kind in a plant of IANA zone `zone`. Before `detailFrom` (epoch ms) it reports counts of
 * cycles only. Equal arguments give equal events.
 */
export function virtualMachine(kind: Kind, zone: string, seed: number, detailFrom: number): Machine {
  return machineOfPieces((at) => {
    const { day, from, to } = dayAt(zone, at)
    return {
      key: day,
      make: () => {
        const before = planDay(kind.working, zone, seed, day - 1).at(-1)?.mode ?? kind.working.rest
        return { from, to, events: eventsOfDay(kind, seed, planDay(kind.working, zone, seed, day), before, detailFrom) }
      },
    }
  })
}
