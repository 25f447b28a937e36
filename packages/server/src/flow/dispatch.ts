import type { MachineAdvance } from '@millwatch/domain/facts'
import { compareEvents } from '@millwatch/domain/telemetry'
import { KIND } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { stateFact } from '../platform/outbox/state-fact.ts'
import type { Fresh } from './compute-machine.ts'
import type { Machine } from './machines.ts'

/** Machine before and after a commit, with its new events. `restated`: its status in the past was computed again. */
export interface Change {
  readonly before: Machine
  readonly machine: Machine
  readonly news: Fresh
  readonly restated: boolean
}

/**
 * Returns by machine id the news that browsers show after a commit: new status, new cycles, new reading, contact. Machines
 * without news are left out. `contacts` has the last receipt of a message from each machine's primary device (epoch ms), by
 * machine id.
 */
export function advancesOf(
  changes: readonly Change[],
  contacts: ReadonlyMap<number, number>,
): Map<number, MachineAdvance> {
  const advances = new Map<number, MachineAdvance>()
  for (const [equipmentId, at] of contacts) advances.set(equipmentId, { p: at })
  for (const change of changes) {
    const advance: MachineAdvance = { ...advances.get(change.machine.equipmentId), ...advanceOf(change) }
    if (Object.keys(advance).length > 0) advances.set(change.machine.equipmentId, advance)
  }
  return advances
}

/**
 * States one fact `machine.advanced` for all these machines, which browsers get after the commit. Does nothing for an empty map.
 */
export async function stateAdvances(ctx: Ctx, advances: ReadonlyMap<number, MachineAdvance>): Promise<void> {
  if (advances.size > 0) await stateFact(ctx, { kind: 'machine.advanced', machines: [...advances] })
}

function advanceOf({ before, machine, news, restated }: Change): MachineAdvance {
  const advance: MachineAdvance = {}
  const status = machine.tail.at(-1)
  const previous = before.tail.at(-1)
  if (status !== undefined && (previous?.status !== status.status || previous.startedAt !== status.startedAt)) {
    advance.s = [status.status, status.startedAt]
  }
  const newCycles = news.primary.filter(({ kind }) => kind === KIND.cycle)
  const cycles = newCycles.reduce((sum, { number }) => sum + (number ?? 1), 0)
  if (cycles > 0 || restated) {
    const { cycle } = machine.latest
    advance.y = [
      cycles,
      cycle?.at ?? null,
      cycle?.cycleMs ?? null,
      cycle?.temperature1 ?? null,
      cycle?.analogIn1 ?? null,
      newCycles.some((event) => event.isStartup && cycle !== null && compareEvents(event, cycle) === 0) ? 1 : 0,
      restated ? 1 : 0,
    ]
  }
  const { reading } = machine.latest
  if (reading !== null && reading !== before.latest.reading)
    advance.t = [reading.at, reading.temperature1, reading.analogIn1]
  return advance
}
