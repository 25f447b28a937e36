import { randomBytes } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import type { PlantTime } from '@millwatch/simulator/plant'
import type { PlantFile } from '@millwatch/simulator/plant-file'
import { findDevices } from '../modules/devices/index.ts'
import { listCompanies } from '../modules/identity/index.ts'
import { allEquipment } from '../modules/tree/index.ts'
import { asSystem } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { addAlarms } from './alarms.ts'
import { brokenAtStart } from './broken.ts'
import { foundDemoCompany } from './company.ts'
import type { Demo } from './demo.ts'
import { historyDays, historySources, loadSlice, slicesOf } from './history.ts'
import { readPlant, writePlant } from './keys.ts'
import { live } from './life.ts'
import { demoSignIns, enrolPeople, newPassword, renewPasswords, secondSignIns } from './people.ts'
import { demoRunning, demoSites } from './plant.ts'
import { ensureSecond } from './second.ts'
import { type PlantState, readDemoState, writeDemoState } from './state.ts'

const STEP_MS = 10_000
/** Number of hours of history with full detail: the default range of the pages, and a little more. */
const detailHours = 26

const recording = { name: 'cnc-mill', device: 'Mazak01' }

export interface FilledDemo {
  readonly signIns: readonly string[]
  /** E-mail addresses of the second company; the last person is in both companies. */
  readonly secondSignIns: readonly string[]
  /** Password to show once; null: the one that was shown or set before is still valid. */
  readonly password: string | null
}

const timeOf = ({ sites }: Demo, { seed, startedAt }: PlantState): PlantTime => ({
  seed,
  detailFrom: startedAt - detailHours * HOUR_MS,
  liveAt: startedAt,
  recording,
  ...(sites === undefined ? { running: demoRunning } : {}),
})

/**
 * Makes the demo plant with its history at the first start of an installation, or continues an interrupted start. At later starts
 * it only adds a missing second company, and sets the password if one is given. Returns null, and stores at most this decision,
 * for an installation without a demo: started without one, with a company of its own, or with an unfinished demo of another
 * server.
 */
export async function fillDemo(demo: Demo): Promise<FilledDemo | null> {
  const state = (await readDemoState(demo.database)) ?? (await decide(demo))
  if (state.kind === 'none') return null
  if (state.done) {
    await addSecond(demo)
    if (demo.demoPassword !== undefined) await renewPasswords(demo.database, demo.demoPassword)
    return { signIns: demoSignIns, secondSignIns, password: demo.demoPassword ?? null }
  }
  return fill(demo, state)
}

/**
 * Adds the second company to a demo made by an earlier version. Does nothing if another server has the keys of the plant, since
 * that server adds it.
 */
async function addSecond(demo: Demo): Promise<void> {
  const plant = readPlant(demo.dataFolder)
  const companyId = plant && (await companyOf(demo, plant))
  if (plant && companyId) await ensureSecond(demo, plant, companyId)
}

/**
 * Returns the id of the first company, to which the first device of the plant belongs; undefined if this device is not in the
 * database.
 */
async function companyOf({ database }: Demo, { devices }: PlantFile): Promise<number | undefined> {
  const [first] = devices
  return first && (await findDevices(database, [first.uuid])).get(first.uuid)?.companyId
}

/** Returns true if the installation has at least one company. */
async function hasCompany(database: Database): Promise<boolean> {
  return (await listCompanies(database)).length > 0
}

async function decide({ database, clock, empty, days = historyDays, seed }: Demo) {
  const startedAt = Math.floor(clock.now() / STEP_MS) * STEP_MS
  const state =
    empty || (await hasCompany(database))
      ? ({ kind: 'none' } as const)
      : ({
          kind: 'plant',
          seed: seed ?? randomBytes(12).toString('base64url'),
          startedAt,
          filledUntil: startedAt - days * DAY_MS,
          done: false,
        } as const)
  await writeDemoState(database, state)
  return state
}

async function fill(demo: Demo, state: PlantState): Promise<FilledDemo | null> {
  const { database, progress, logger, dataFolder } = demo
  if (!(await hasCompany(database))) {
    progress('Making the demo company')
    await found(demo, state)
  }
  const plant = readPlant(dataFolder)
  if (plant === null) {
    logger.warn('The demo was begun by another server, or its keys are lost: it is left as it is')
    return null
  }
  const companyId = await demo.flow.withoutRollups(() => loadHistory(demo, state, plant))
  if (companyId === null) return null
  await enterLife(demo, state, plant, companyId)
  const password = demo.demoPassword ?? newPassword()
  await enrolPeople(demo, companyId, password)
  await addAlarms(demo, companyId)
  await ensureSecond(demo, plant, companyId, state.startedAt)
  await writeDemoState(database, { ...state, filledUntil: state.startedAt, done: true })
  return { signIns: demoSignIns, secondSignIns, password }
}

async function found(demo: Demo, state: PlantState): Promise<void> {
  const { database, clock, signingKey, dataFolder, sites = demoSites } = demo
  await foundDemoCompany({
    database,
    clock,
    signingKey,
    sites,
    startedAt: state.startedAt,
    broken: brokenAtStart(sites, state.seed, state.startedAt),
    keep: (devices) => writePlant(dataFolder, { time: timeOf(demo, state), sentUntil: state.startedAt, devices }),
  })
}

/** Adds the work of people to the demo after all history is computed, so that no work is about a past that still changes. */
async function enterLife(demo: Demo, state: PlantState, { devices }: PlantFile, companyId: number): Promise<void> {
  const { database, clock, flow, progress, signal, days = historyDays, sites = demoSites } = demo
  const machines = await asSystem({ database, clock }, companyId, allEquipment)
  await flow.ensureCurrent(
    companyId,
    machines.map((machine) => machine.equipmentId),
  )
  const { seed, startedAt } = state
  const from = startedAt - days * DAY_MS
  await live({ database, clock, seed, from, startedAt, sites, devices, progress, signal }, companyId)
}

/**
 * Loads the slices of history that are not loaded yet, and returns the id of the company. Null, and nothing is loaded, if the
 * devices of the file are not in this database.
 */
async function loadHistory(demo: Demo, state: PlantState, plant: PlantFile): Promise<number | null> {
  const { database, clock, flow, logger, progress, signal, days = historyDays } = demo
  const companyId = await companyOf(demo, plant)
  if (companyId === undefined) {
    logger.warn('The devices of the demo are not in this database: it is left as it is')
    return null
  }
  const sources = await historySources(database, plant, companyId)
  const began = clock.monotonicMs()
  const slices = slicesOf(state.startedAt - days * DAY_MS, plant.time.detailFrom, state.startedAt)
  let events = 0
  for (const [index, slice] of slices.entries()) {
    if (slice.to <= state.filledUntil) continue
    signal?.throwIfAborted()
    events += await loadSlice(flow, companyId, sources, slice)
    await writeDemoState(database, { ...state, filledUntil: slice.to })
    if (index % 3 === 2) progress(`Filling the demo plant: ${Math.round(((index + 1) / slices.length) * 100)} %`)
  }
  const seconds = (clock.monotonicMs() - began) / 1000
  // Else each page takes seconds until PostgreSQL analyzes the tables itself, a minute later.
  await database.analyze()
  progress(`The demo plant has ${days} days of history: ${events} events, stored in ${seconds.toFixed(1)} s`)
  return companyId
}
