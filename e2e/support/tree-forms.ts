// Parts of forms of units and machines, and what they save.
import type { Locator, Page } from '@playwright/test'
import type { Plant } from './test.ts'

/** Machine in an answer of the API, with the fields that its form shows. */
export interface Machine {
  readonly active: boolean
  readonly parent_org_unit_id: number
  readonly Category: { name: string } | null
  readonly Manufacturer: { name: string } | null
  readonly Model: { number: string } | null
  readonly hourly_revenue: number | null
  readonly maximum_allowed_cycle_time: number | null
  readonly excessive_downtime_threshold: number
  readonly util_excluded: boolean
}

export const node = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name} ?(,|$)`) })
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Configuration' })
export const save = (within: Locator) => within.getByRole('button', { name: 'Save', exact: true })
export const option = (page: Page, words: string | RegExp) => page.getByRole('option').filter({ hasText: words })

/** Creates a unit (`o`) or a machine (`e`) under a unit, and returns its id. */
export async function make(plant: Plant, kind: 'o' | 'e', name: string, parent_id: number): Promise<number> {
  const answer = await plant.company.call<{ orgUnit?: { id: number }; equip?: { id: number } }>('POST', `/v0/${kind}`, {
    name,
    parent_id,
  })
  return (answer.orgUnit ?? answer.equip)?.id ?? 0
}

export const machineOf = async (plant: Plant, id: number): Promise<Machine> =>
  (await plant.company.call<{ equip: Machine }>('GET', `/v0/e/${id}`)).equip
