import { MINUTE_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { type Spell, sendSpells } from './spells.ts'
import { expect, type Plant } from './test.ts'

/** Machine with reasons and a tag for runs, for the tests of the operator screen. */
export interface Worked {
  readonly machine: MadeMachine
  readonly path: string
  readonly tagId: number
  readonly reasons: ReadonlyMap<string, number>
}

const NAMES = [
  'Bar change',
  'Chip jam',
  'Coolant',
  'Maintenance',
  'Quality check',
  'Setup',
  'Tool change',
  'Waiting for material',
]

/**
 * Creates a machine with these spells, eight reasons in two groups, the first five of them favorites, and a tag. `until` is the
 * number of minutes ago at which the last spell ends.
 */
export async function workedMachine(plant: Plant, name: string, spells: readonly Spell[], until = 0): Promise<Worked> {
  const unit = await plant.unit(`${name} hall ${plant.tag}`)
  const machine = await plant.machineIn(`${name} ${plant.tag}`, unit)
  await sendSpells(plant.url, machine, spells, until)
  const reasons = new Map<string, number>()
  for (const [index, reason] of NAMES.entries()) {
    const { reason: made } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', {
      reason: `${reason} ${plant.tag}`,
      orgUnitIds: [unit],
      groupName: index % 2 === 0 ? 'Machine' : 'People',
    })
    if (index < 5) await plant.company.call('PUT', `/v0/reasons/${made.id}`, { favorite: true })
    reasons.set(reason, made.id)
  }
  const { tag } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: `AX-${plant.tag}` })
  return { machine, path: `/e/${machine.equipmentId}/operator`, tagId: tag.id, reasons }
}

export const startRun = (plant: Plant, { machine, tagId }: Worked): Promise<{ run: { id: number } }> =>
  plant.company.call('POST', '/v0/runs', {
    equipId: machine.equipmentId,
    tags: [tagId],
    cyclesTotal: 2000,
    partsPerCycle: 1,
  })

interface StoredStop {
  readonly id: number
  readonly reason: string | null
  readonly notes: string | null
}

/** Returns the excessive stops of a machine in the last 24 hours as the server stores them, in time order. */
export async function storedStops(plant: Plant, { machine }: Worked): Promise<StoredStop[]> {
  const startDate = new Date(Date.now() - 24 * 60 * MINUTE_MS).toISOString()
  const { fields, data } = await plant.company.call<{ fields: string[]; data: unknown[][] }>(
    'GET',
    `/v0/e/${machine.equipmentId}/reports/xsfdt?startDate=${startDate}`,
  )
  const at = (row: unknown[], name: string): unknown => row[fields.indexOf(name)]
  return data.map((row) => ({
    id: Number(at(row, 'id')),
    reason: at(row, 'status_reason') as string | null,
    notes: at(row, 'notes') as string | null,
  }))
}

export interface StoredRun {
  readonly id: number
  readonly scrap_qty: number
  readonly ended_at: string | null
}

export async function storedRuns(plant: Plant, { machine }: Worked): Promise<StoredRun[]> {
  const period = `startDate=${new Date(Date.now() - 3_600_000).toISOString()}&endDate=${new Date().toISOString()}`
  return (await plant.company.call<{ runs: StoredRun[] }>('GET', `/v0/e/${machine.equipmentId}/reports/runs?${period}`))
    .runs
}

export const overlay = (page: Page): Locator => page.getByRole('region', { name: 'Enter Excessive Downtime Reasons' })
export const docked = (page: Page): Locator => page.getByRole('region', { name: 'Reasons', exact: true })
export const rowsOf = (page: Page): Locator => overlay(page).getByRole('listitem')

/** Opens the screen of the operator and waits until it shows the status. */
export async function openOperator(page: Page, { path }: Pick<Worked, 'path'>): Promise<void> {
  await page.goto(path)
  await expect(page.getByTestId('operator-status')).toBeVisible()
}

/**
 * Spells of a machine that ran, was down for 40 minutes, ran, and is down for 41 minutes. Both stops touch the last hour, as a
 * shift begins at midnight.
 */
export const twoStops: readonly Spell[] = [
  [300, 'running'],
  [90, 'down'],
  [50, 'running'],
  [41, 'down'],
]
/** Spells of a machine that has run for the last hour. */
export const running: readonly Spell[] = [[60, 'running']]

/**
 * Returns the button of a reason in the overlay, by its name and the tag of the test, since other tests may have a reason of the
 * same name.
 */
export const reasonButton = (page: Page, plant: Plant, name: string) =>
  overlay(page).getByRole('button', { name: `${name} ${plant.tag}`, exact: false })

/** Returns the stored reasons of the excessive stops, in time order; null for a stop without a reason. */
export const reasonsStored = async (plant: Plant, worked: Worked): Promise<(string | null)[]> =>
  (await storedStops(plant, worked)).map(({ reason }) => reason)
