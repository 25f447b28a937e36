import { lineOf } from '@millwatch/simulator/plant'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import { needsOfDevices, needsOfTree } from '../flow/for-modules.ts'
import { settleShifts } from '../flow/keep-shifts.ts'
import { changeScheduleOfUnit } from '../modules/schedules/index.ts'
import { createOrgUnit } from '../modules/tree/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import {
  findDevices,
  foundCompany,
  noteInstallation,
  readInstallation,
  writeInstallation,
} from '../platform/directory/index.ts'
import type { Demo } from './fill.ts'
import { historyDays, loadSlice, slicesOf, type Teller } from './history.ts'
import { readPlant, toldUntil, writePlant } from './keys.ts'
import { foundMachine } from './machine.ts'
import { enrolInSecond } from './people.ts'
import { secondCompany, secondUnit, secondZone } from './plant.ts'
import { siteWeek, weeks } from './weeks.ts'

const DAY_MS = 86_400_000
const STEP_MS = 10_000
const NAME = 'demo_second'

/** How far the second company of the demo has come; instants are epoch ms. */
interface SecondState {
  readonly companyId: number
  /** Its history ends here, and its devices go on from here. */
  readonly startedAt: number
  readonly done: boolean
}

/**
 * The demo's second company, small, with people of its own and one who is in both: to see that neither company sees the
 * other. A demo that was made before there was one gets it at its next start. `startedAt`: where the plant's history ends,
 * of a plant made just now.
 */
export async function ensureSecond(demo: Demo, plant: PlantFile, firstId: number, startedAt?: number): Promise<void> {
  const { database, clock, progress } = demo
  const known = await readInstallation<SecondState>(database, NAME)
  if (known?.done) return
  if (!known) progress('Making the second company of the demo')
  const state = known ?? (await found(demo, plant, startedAt ?? Math.floor(clock.now() / STEP_MS) * STEP_MS))
  await loadHistory(demo, state)
  await enrolInSecond({ database, clock }, { firstId, secondId: state.companyId })
  await writeInstallation(database, NAME, { ...state, done: true })
}

/** Company, unit, machines and devices: all of it or nothing. */
async function found(demo: Demo, plant: PlantFile, startedAt: number): Promise<SecondState> {
  const { database, clock, signingKey, dataFolder } = demo
  const company = { name: secondCompany, timezone: secondZone, createdAt: clock.now() }
  return foundCompany(database, company, async (tx, { companyId, rootOrgUnitId }) => {
    const ctx: Ctx = { companyId, actor: { kind: 'system' }, tx, clock }
    const founding = { ...needsOfDevices(signingKey), database, clock, sites: [], startedAt, keep: () => undefined }
    const { id: unitId } = await createOrgUnit(ctx, { name: secondUnit.name, parentId: rootOrgUnitId })
    await changeScheduleOfUnit(ctx, { ...needsOfTree(founding), settleShifts }, unitId, weeks[siteWeek])
    const units = new Map([[secondUnit.name, unitId]])
    const devices: PlantFile['devices'] = []
    for (const machine of secondUnit.machines) {
      const place = { machine, unit: secondUnit, unitId, units, zone: secondZone }
      devices.push((await foundMachine(ctx, founding, place)).device)
    }
    // A start that was cut off here may have left devices in the file that are nowhere else.
    const there = await findDevices(
      database,
      plant.devices.map(({ uuid }) => uuid),
    )
    const others = plant.devices.filter(({ uuid }) => there.has(uuid))
    toldUntil(dataFolder, Object.fromEntries(devices.map(({ uuid }) => [uuid, startedAt])))
    writePlant(dataFolder, { ...plant, devices: [...others, ...devices] })
    const state = { companyId, startedAt, done: false }
    await noteInstallation(tx, NAME, state)
    return state
  })
}

/** As the first company's: by the same bounds the same messages, so that a start that was cut off repeats nothing. */
async function loadHistory(demo: Demo, { companyId, startedAt }: SecondState): Promise<void> {
  const { database, flow, dataFolder, signal, days = historyDays } = demo
  const plant = readPlant(dataFolder)
  if (plant === null) throw new Error('The plant file of the demo went away')
  const devices = await findDevices(
    database,
    plant.devices.map(({ uuid }) => uuid),
  )
  const tellers: Teller[] = plant.devices.flatMap(({ uuid, machine }) => {
    const device = devices.get(uuid)
    return device && device.companyId === companyId
      ? [{ deviceId: device.deviceId, line: lineOf(machine, plant.time) }]
      : []
  })
  for (const slice of slicesOf(startedAt - days * DAY_MS, plant.time.detailFrom, startedAt)) {
    signal?.throwIfAborted()
    await loadSlice(flow, companyId, tellers, slice)
  }
}
