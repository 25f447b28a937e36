import type { StatusSettings } from '@millwatch/domain/status'
import { seedOf } from '@millwatch/simulator/base/random'
import type { Company, MadeMachine } from '../product/company.ts'

/** Kind of events by which a machine of the fault runs reports its status: status events, an input, or cycles only. */
export type Speech = 'status' | 'input' | 'cycles'

/** Machine of the fault runs with its device, its kind of events, and the settings from which its status is computed. */
export interface FaultMachine extends MadeMachine {
  readonly speech: Speech
  readonly settings: StatusSettings
}

/**
 * Shifts of a day as start and end (s after midnight) and number: three shifts with a break in the first, the last past midnight.
 */
const day = [
  [0, 21_600, 3],
  [21_600, 39_600, 1],
  [41_400, 50_400, 1],
  [50_400, 79_200, 2],
  [79_200, 86_400, 3],
]
const week = { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day }
const inputSetup = { running: { inputs: '24v0', filters: { '24v0': { duration: 9000, value: 1 } } } }
const LONG_AGO = Date.UTC(2000, 0, 2)
const AT_ONCE = 8

export interface PlantOptions {
  readonly machines: number
  /** Start of the runs of the machines (epoch ms). */
  readonly from: number
  readonly name?: string
}

/**
 * Creates a unit in the time zone of New York with shifts (none on Sundays) and `machines` machines of all kinds of events. Two
 * of three have a run that ends by its count. Returns them in no fixed order.
 */
export async function makePlant(
  company: Company,
  { machines, from, name = 'Hall' }: PlantOptions,
): Promise<FaultMachine[]> {
  const unit = await company.unit(`${name} ${seedOf(from, machines, performance.now())}`)
  await company.call('PUT', `/v0/o/${unit}`, { timezone: 'America/New_York' })
  await company.call('PUT', `/v0/o/${unit}/schedule`, { schedule: week })
  const { tag } = await company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: `Order ${unit}` })
  const made: FaultMachine[] = []
  let next = 0
  const work = async () => {
    while (next < machines) made.push(await makeMachine(company, { unit, tag: tag.id, from }, next++))
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, machines) }, work))
  return made
}

async function makeMachine(
  company: Company,
  { unit, tag, from }: { unit: number; tag: number; from: number },
  index: number,
): Promise<FaultMachine> {
  const speech = (['cycles', 'input', 'status', 'cycles'] as const)[index % 4] ?? 'cycles'
  const made = await company.machine(
    `Machine ${index + 1}`,
    unit,
    speech === 'input' ? { deviceTypeId: 2, inputSetup } : {},
  )
  // For every second machine that sends cycles, the longest allowed cycle is computed.
  const maximum = index % 4 === 3 ? null : 240
  await company.call('PUT', `/v0/e/${made.equipmentId}`, {
    maximum_allowed_cycle_time: maximum,
    excessive_downtime_threshold: 900,
    hourly_revenue: 60,
    from: new Date(LONG_AGO).toISOString(),
  })
  if (index % 3 !== 2) {
    const startedAt = new Date(from).toISOString()
    const run = { equipId: made.equipmentId, tags: [tag], cyclesTotal: 40 * (index + 1), partsPerCycle: 2, startedAt }
    await company.call('POST', '/v0/runs', run)
  }
  const settings = {
    maximumCycle: [{ from: LONG_AGO, ms: maximum === null ? null : maximum * 1000 }],
    inputSetup: speech === 'input' ? [{ from: 0, setup: inputSetup }] : [],
    source: [],
  }
  return { ...made, speech, settings }
}
