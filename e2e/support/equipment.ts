import type { Locator, Page } from '@playwright/test'
import type { Plant } from './test.ts'

/** Returns the tile of the machine with this name on a unit's page. */
export const tileOf = (page: Page, name: string): Locator =>
  page.locator('.tile', { has: page.getByRole('link', { name, exact: true }) })

/** Returns the path of a unit's Equipment tab; `search` contains further query parameters. */
export const equipmentPath = (unit: number, search = ''): string =>
  `/o/${unit}?tab=equipment${search === '' ? '' : `&${search}`}`

/** Number of calls at the same time; more would only wait for each other in the database. */
const AT_ONCE = 8

/** Creates `count` machines without devices under a unit, named `Press 001` and so on. */
export async function manyMachines(plant: Plant, unit: number, count: number): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `Press ${String(index + 1).padStart(3, '0')}`)
  const work = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      await plant.company.call('POST', '/v0/e', { name, parent_id: unit })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
