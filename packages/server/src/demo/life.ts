import type { PlantFile } from '@millwatch/simulator/plant-file'
import { allReasons } from '../modules/stops/index.ts'
import { allEquipment } from '../modules/tree/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem, type Ctx } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { explainStops } from './explain-stops.ts'
import { overtimeOf } from './overtime.ts'
import { addParts } from './parts.ts'
import type { DemoSite } from './plant.ts'
import { enterRuns, type Working } from './runs.ts'
import { editShifts } from './shift-edits.ts'

export interface Life {
  readonly database: Database
  readonly clock: Clock
  readonly seed: string
  /** Start of the history (epoch ms), which ends at `startedAt`, exclusive. */
  readonly from: number
  readonly startedAt: number
  readonly sites: readonly DemoSite[]
  readonly devices: PlantFile['devices']
  readonly progress: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

/**
 * Adds the work of people during its history to the demo plant: edited shifts, runs, reasons of stops, parts. It is one
 * transaction, so an interrupted start can repeat it. Does nothing if the company has reasons already. Throws between two steps
 * if `signal` is aborted.
 */
export async function live(life: Life, companyId: number): Promise<void> {
  const { startedAt, progress, signal } = life
  await asSystem(
    life,
    companyId,
    async (ctx) => {
      if ((await allReasons(ctx)).length > 0) return
      const machines = await machinesOf(ctx, life)
      for (const { zone, ids } of overtimeUnits(life, machines)) {
        const overtime = overtimeOf(zone, startedAt)
        if (overtime.evening.from >= life.from) await editShifts(ctx, ids, overtime)
      }
      progress('Adding runs to the demo plant')
      signal?.throwIfAborted()
      await enterRuns(ctx, life, machines)
      progress('Adding reasons to the stops of the demo plant')
      signal?.throwIfAborted()
      await explainStops(ctx, life, machines)
      await addParts(ctx, life, machines)
    },
    { pool: 'jobs' },
  )
}

async function machinesOf(ctx: Ctx, { devices, startedAt }: Life): Promise<Working[]> {
  const idOf = new Map((await allEquipment(ctx)).map((machine) => [machine.name, machine.equipmentId]))
  return devices.flatMap(({ machine }) => {
    const equipmentId = idOf.get(machine.name)
    return equipmentId === undefined ? [] : [{ equipmentId, spec: machine, until: machine.retiredAt ?? startedAt }]
  })
}

function overtimeUnits({ sites }: Life, machines: readonly Working[]): { zone: string; ids: number[] }[] {
  return sites.flatMap(({ zone, units }) =>
    units.flatMap((unit) => {
      const names = new Set(unit.machines.map((machine) => machine.name))
      const ids = machines.filter(({ spec }) => names.has(spec.name)).map(({ equipmentId }) => equipmentId)
      return unit.hadOvertime && ids.length > 0 ? [{ zone, ids }] : []
    }),
  )
}
