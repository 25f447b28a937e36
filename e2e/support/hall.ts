import type { Locator, Page } from '@playwright/test'
import { change, fiveHours, type Past, ran } from './past.ts'
import type { Plant } from './test.ts'

export const headline = (page: Page): Locator => page.getByRole('region', { name: 'Utilization', exact: true })
export const figure = (page: Page): Locator => page.getByTestId('utilization')
export const chart = (page: Page): Locator => page.locator('.column-chart')
/** Returns the numbers of seconds in a text such as `1,234.5 s of 6,000 s`, in order; empty for null. */
export const secondsIn = (words: string | null): number[] =>
  [...(words ?? '').matchAll(/([\d,.]+) s/g)].map(([, text]) => Number(text?.replaceAll(',', '')))

interface Hall {
  unit: number
  line: number
  past: Past
  path: string
}

/**
 * Creates a hall with a press (76.67 % utilization, with a short and a long stop), a spare machine that is excluded, and a line
 * with a machine that ran all the time.
 */
export async function hallOf(plant: Plant, name: string): Promise<Hall> {
  const past = fiveHours()
  const unit = await plant.unit(`${name} ${plant.tag}`)
  const made = await plant.company.call<{ orgUnit: { id: number } }>('POST', '/v0/o', { name: 'Line', parent_id: unit })
  const line = made.orgUnit.id
  const [press, spare, steady] = await Promise.all([
    plant.machineIn('Press', unit),
    plant.machineIn('Spare', unit),
    plant.machineIn('Steady', line),
  ])
  await change(plant, spare, past, { util_excluded: true })
  await ran(plant, press, past, [
    [2, 2 + 1 / 6],
    [4, 5],
  ])
  await ran(plant, spare, past, [[1, 5]])
  await ran(plant, steady, past, [])
  return { unit, line, past, path: `/o/${unit}?${past.search}` }
}
