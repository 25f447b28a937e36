import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { kinds } from '@millwatch/simulator/machines/kinds'
import { createDevice } from '../modules/devices/index.ts'
import { changeScheduleOfMachine } from '../modules/schedules/index.ts'
import { createCategory, createEquipment, createManufacturer, updateEquipment } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import { fittings, setUps } from './fittings.ts'
import type { FoundedMachine, Founding, PlaceOfMachine } from './founding.ts'
import type { DemoMachine } from './plant.ts'
import { specOf } from './spec.ts'
import { patternOf, siteWeek, weeks } from './weeks.ts'

const movedDaysAgo = 21
/** Threshold of excessive downtime (ms) of machines whose short stops are part of effective run. */
const shortStopsMs = 8 * MINUTE_MS

/**
 * Makes a demo machine with its settings, schedule and device, and returns its id and the device with its key. The settings are
 * valid for all time; a machine that moved has its former unit until 21 days before the start.
 */
export async function foundMachine(ctx: Ctx, founding: Founding, place: PlaceOfMachine): Promise<FoundedMachine> {
  const { machine, unit, unitId, units } = place
  const { startedAt } = founding
  const parentId = units.get(machine.movedFrom ?? unit.name) ?? unitId
  const { equipmentId } = await createEquipment(ctx, { name: machine.name, parentId })
  await equip(ctx, equipmentId, machine)
  if (parentId !== unitId) {
    const settings = { parentOrgUnitId: unitId }
    await updateEquipment(ctx, equipmentId, { lists: {}, settings, from: startedAt - movedDaysAgo * DAY_MS })
  }
  const pattern = patternOf(machine)
  if (pattern !== (unit.week ?? siteWeek)) await changeScheduleOfMachine(ctx, equipmentId, weeks[pattern])
  const uuid = randomUUID()
  const { analog } = fittings[machine.kind]
  const { key } = await createDevice(ctx, founding, {
    uuid,
    equipmentId,
    isPrimary: true,
    active: true,
    analog,
    ...(machine.signals ? { deviceTypeId: 2 as const, inputSetup: setUps[machine.signals] } : {}),
  })
  return { equipmentId, device: { uuid, key, machine: specOf(place, founding) } }
}

async function equip(ctx: Ctx, equipmentId: number, machine: DemoMachine): Promise<void> {
  const { category, hourlyRevenue, maximumCycleMs, ...fitting } = fittings[machine.kind]
  const cycleMs = machine.cycleMs ?? (machine.kind === 'recording' ? null : kinds[machine.kind].cycleMs)
  const { id: categoryId } = await createCategory(ctx, category)
  const { id: manufacturerId } = await createManufacturer(ctx, machine.maker)
  await updateEquipment(ctx, equipmentId, {
    lists: { categoryId, manufacturerId, modelNumber: machine.model },
    settings: {
      maximumCycleMs,
      excessiveDowntimeThresholdMs: machine.utilInclLtXsfDt ? shortStopsMs : fitting.excessiveDowntimeThresholdMs,
      hourlyRevenue,
      hourlyParts: cycleMs === null ? null : Math.round((3_600_000 / cycleMs) * fitting.partsPerCycle),
      utilExcluded: machine.utilExcluded ?? false,
      utilInclLtXsfDt: machine.utilInclLtXsfDt ?? false,
    },
    from: 0,
  })
}
