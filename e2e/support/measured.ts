// A machine with measurements of known values, for its charts.
import type { DeviceEvent } from '@millwatch/contract/devices'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { chartOf } from './charts.ts'
import { send } from './device.ts'
import { compact } from './past.ts'
import type { Plant } from './test.ts'

/** Returns the region of the chart of cycle times on a machine's page. */
export const cycleTime = (page: Page): Locator => chartOf(page, 'Cycle time, s')
export const temperature = (page: Page): Locator => chartOf(page, 'Temperature, °C')

/** Machine with measurements, and the measured values. */
export interface Measured {
  readonly machine: MadeMachine
  /** Start of two past hours, at a whole minute (epoch ms); `to` is their end. */
  readonly from: number
  readonly to: number
  readonly path: string
  /** Times (s) of the cycles without a mark, in order. */
  readonly plain: readonly number[]
  readonly outlierAt: number
  readonly startupAt: number
}

/**
 * Creates a machine and sends its past two hours: a cycle of about 10 s every 15 s for 25 minutes, then an outlier of 90 s and a
 * startup cycle of 700 s, and 35 minutes later 20 more cycles. With `shift` above 0, its schedule is that shift all day.
 */
export async function measured(plant: Plant, name: string, shift = 0): Promise<Measured> {
  const machine = await plant.machineIn(`${name} ${plant.tag}`, plant.company.rootUnitId)
  const schedule = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, shift]]]))
  if (shift > 0) await plant.company.call('PUT', `/v0/e/${machine.equipmentId}/schedule`, { schedule })
  const to = Math.floor((Date.now() - 10 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  const from = to - 2 * HOUR_MS
  const plain = Array.from({ length: 120 }, (_, i) => 10 + (i % 5) / 10)
  const first = plain.slice(0, 100).map((seconds, i) => ({ at: from + 10 * MINUTE_MS + i * 15_000, seconds }))
  const outlierAt = from + 37 * MINUTE_MS
  const startupAt = from + 50 * MINUTE_MS
  const last = plain.slice(100).map((seconds, i) => ({ at: from + 85 * MINUTE_MS + i * 15_000, seconds }))
  const all = [...first, { at: outlierAt, seconds: 90 }, { at: startupAt, seconds: 700 }, ...last]
  const events = all.map(
    ({ at, seconds }, i): DeviceEvent => ({
      t: at,
      type: 'cycle',
      cycle_time: seconds,
      temperature_1: 40 + (i % 10) / 10,
    }),
  )
  await send(plant.url, machine, events)
  const path = `/e/${machine.equipmentId}?from=${compact(from)}&to=${compact(to)}`
  return { machine, from, to, path, plain, outlierAt, startupAt }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
export const meanOf = (values: readonly number[]): number => sum(values) / values.length
export const deviationOf = (values: readonly number[]): number =>
  Math.sqrt(meanOf(values.map((value) => (value - meanOf(values)) ** 2)))
