import { DAY_MS } from '@millwatch/domain/time'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import { findDevices } from '../modules/devices/index.ts'
import { foundCompany } from '../modules/identity/index.ts'
import { changeScheduleOfUnit } from '../modules/schedules/index.ts'
import { createOrgUnit } from '../modules/tree/index.ts'
import { systemCtx } from '../platform/ctx.ts'
import { noteInstallation, readInstallation, writeInstallation } from '../platform/installation/store-directory.ts'
import type { Demo } from './demo.ts'
import { historyDays, historySources, loadSlice, slicesOf } from './history.ts'
import { noteAliveUntil, readPlant, writePlant } from './keys.ts'
import { foundMachine } from './machine.ts'
import { enrolInSecond } from './people.ts'
import { secondCompany, secondUnit, secondZone } from './plant.ts'
import { siteWeek, weeks } from './weeks.ts'

const STEP_MS = 10_000
const NAME = 'demo_second'

/** State of the second company of the demo; instants are epoch ms. */
interface SecondState {
  readonly companyId: number
  /** End of its history (epoch ms), from which its devices send live events. */
  readonly startedAt: number
  readonly done: boolean
}

/**
 * Makes the demo's second company unless it is complete, with its history, people of its own and one person who is in both
 * companies, to show that neither company sees the other. Continues an interrupted attempt. `startedAt` is the end of the plant's
 * history (epoch ms), given for a plant made just now; otherwise the history ends now.
 */
export async function ensureSecond(demo: Demo, plant: PlantFile, firstId: number, startedAt?: number): Promise<void> {
  const { database, clock, progress } = demo
  const earlier = await readInstallation<SecondState>(database, NAME)
  if (earlier?.done) return
  if (!earlier) progress('Making the second company of the demo')
  const state = earlier ?? (await found(demo, plant, startedAt ?? Math.floor(clock.now() / STEP_MS) * STEP_MS))
  await loadHistory(demo, state)
  await enrolInSecond({ database, clock }, { firstId, secondId: state.companyId })
  await writeInstallation(database, NAME, { ...state, done: true })
}

/** Makes company, unit, machines and devices in one transaction, adds the devices to the plant file, and returns the state. */
async function found(demo: Demo, plant: PlantFile, startedAt: number): Promise<SecondState> {
  const { database, clock, signingKey, dataFolder } = demo
  const company = { name: secondCompany, timezone: secondZone, createdAt: clock.now() }
  return foundCompany(database, company, async (tx, { companyId, rootOrgUnitId }) => {
    const ctx = systemCtx(companyId, tx, clock)
    const founding = { signingKey, database, clock, sites: [], startedAt, broken: null, keep: () => undefined }
    const { id: unitId } = await createOrgUnit(ctx, { name: secondUnit.name, parentId: rootOrgUnitId })
    await changeScheduleOfUnit(ctx, unitId, weeks[siteWeek])
    const units = new Map([[secondUnit.name, unitId]])
    const devices: PlantFile['devices'] = []
    for (const machine of secondUnit.machines) {
      const place = { machine, unit: secondUnit, unitId, units, zone: secondZone }
      devices.push((await foundMachine(ctx, founding, place)).device)
    }
    // An interrupted earlier start may have left devices in the file that are not in the database.
    const there = await findDevices(
      database,
      plant.devices.map(({ uuid }) => uuid),
    )
    const others = plant.devices.filter(({ uuid }) => there.has(uuid))
    noteAliveUntil(dataFolder, Object.fromEntries(devices.map(({ uuid }) => [uuid, startedAt])))
    writePlant(dataFolder, { ...plant, devices: [...others, ...devices] })
    const state = { companyId, startedAt, done: false }
    await noteInstallation(tx, NAME, state)
    return state
  })
}

/**
 * Loads the history of the second company in slices like those of the first. Equal bounds give equal messages, so a repeated
 * start adds nothing twice.
 */
async function loadHistory(demo: Demo, { companyId, startedAt }: SecondState): Promise<void> {
  const { database, flow, dataFolder, signal, days = historyDays } = demo
  const plant = readPlant(dataFolder)
  if (plant === null) throw new Error('The plant file of the demo went away')
  const sources = await historySources(database, plant, companyId)
  for (const slice of slicesOf(startedAt - days * DAY_MS, plant.time.detailFrom, startedAt)) {
    signal?.throwIfAborted()
    await loadSlice(flow, companyId, sources, slice)
  }
}
