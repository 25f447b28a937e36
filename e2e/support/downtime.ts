import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { fiveHours, type Past, ran } from './past.ts'
import type { Plant } from './test.ts'

export interface Hall {
  readonly unitId: number
  readonly press: MadeMachine
  readonly saw: MadeMachine
  readonly past: Past
  /** Path of the report of excessive downtime of the unit over the five hours. */
  readonly path: string
}

/**
 * Creates a unit with a press that stopped for 60 and 40 minutes, and a saw that stopped for 150 and for 20 minutes, which is too
 * short to be excessive.
 */
export async function hallOf(plant: Plant): Promise<Hall> {
  const past = fiveHours()
  const unitId = await plant.unit(`Downtime ${plant.tag}`)
  const [press, saw] = await Promise.all(['Press 1', 'Saw 2'].map((name) => plant.machineIn(name, unitId)))
  if (press === undefined || saw === undefined) throw new Error('There are no machines')
  await ran(plant, press, past, [
    [0.5, 1.5],
    [2, 2 + 40 / 60],
  ])
  await ran(plant, saw, past, [
    [1, 3.5],
    [4, 4 + 20 / 60],
  ])
  return { unitId, press, saw, past, path: `/o/${unitId}/reports/downtime?${past.search}&hidesidebar` }
}

interface StopOf {
  readonly id: number
  readonly machine: string
  readonly reason: string | null
}

export async function stopsOf(plant: Plant, { unitId, past }: Hall): Promise<StopOf[]> {
  const period = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
  const { data } = await plant.company.call<{ data: (string | number | null)[][] }>(
    'GET',
    `/v0/o/${unitId}/reports/xsfdt?${period}`,
  )
  return data.map((row) => ({ id: Number(row[0]), machine: String(row[2]), reason: row[10] as string | null }))
}

export async function reasonNamed(plant: Plant, name: string): Promise<number> {
  const { reason } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', { reason: name })
  return reason.id
}

export const table = (page: Page): Locator => page.getByRole('table', { name: 'Excessive stops' })
export const rows = (page: Page): Locator => table(page).locator('tbody tr[aria-rowindex]')
export const row = (page: Page, words: string | RegExp): Locator => rows(page).filter({ hasText: words })
