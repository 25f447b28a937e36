import type { Page } from '@playwright/test'
import { fiveHours, ran } from './support/past.ts'
import { beyondWindow, expect, type Plant, test } from './support/test.ts'

/** Name of 120 characters without a blank, and a name of a script from right to left. */
const longName = (tag: string): string => `Conveyor${'X'.repeat(112 - tag.length)}${tag}`
const rightToLeft = (tag: string): string => `مكبس الشحم ${tag}`

/** Makes a unit with two machines, each with a stop that has a reason, notes, and a run with a tag. */
async function hallOf(plant: Plant) {
  const past = fiveHours()
  const { call } = plant.company
  const unitId = await plant.unit(longName(`U${plant.tag}`))
  const names = [longName(plant.tag), rightToLeft(plant.tag)]
  const machines = await Promise.all(names.map((name) => plant.machineIn(name, unitId)))
  for (const machine of machines) {
    await ran(plant, machine, past, [[1, 2.5]])
    const [reason, tag] = [longName(`R${machine.equipmentId}`), rightToLeft(`T${machine.equipmentId}`)]
    const { tag: made } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: tag })
    const startedAt = new Date(past.from).toISOString()
    const body = { equipId: machine.equipmentId, tags: [made.id], startedAt }
    const { run } = await plant.company.call<{ run: { id: number } }>('POST', '/v0/runs', body)
    await call.call(plant.company, 'PUT', `/v0/runs/${run.id}/end`, {})
    const { reason: given } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', { reason })
    const period = `startDate=${startedAt}&endDate=${new Date(past.to).toISOString()}`
    const { data } = await plant.company.call<{ data: number[][] }>(
      'GET',
      `/v0/e/${machine.equipmentId}/reports/xsfdt?${period}`,
    )
    const notes = `${'W'.repeat(300)} ${rightToLeft('')}`
    for (const change of [{ status_reason_id: given.id }, { notes }])
      await call.call(plant.company, 'PUT', `/v0/status/${data[0]?.[0]}`, change)
  }
  const [first] = machines
  if (first === undefined) throw new Error('There is no machine')
  return { past, unitId, machineId: first.equipmentId }
}

/** Waits until the report shows its data, and returns by how many px the page and its main part are wider than their room. */
async function tooWide(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Report')
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('main bdi').first()).toBeVisible()
  const main = await page.locator('main').evaluate((element) => element.scrollWidth - element.clientWidth)
  return Math.max((await beyondWindow(page))[0], main)
}

test('names of 120 characters and from right to left leave every report within a phone, a tablet and a desk', async ({
  signedIn: page,
  plant,
}) => {
  const { past, unitId, machineId } = await hallOf(plant)
  const paths = [
    ...['downtime', 'runs', 'summary', 'losttime', 'shifts'].map((name) => `/o/${unitId}/reports/${name}`),
    ...['downtime', 'data', 'runs', 'status', 'shifts'].map((name) => `/e/${machineId}/reports/${name}`),
  ]
  const found: Record<string, number> = {}
  for (const path of paths) {
    await page.goto(`${path}?from=${past.compact(past.from)}&to=${past.compact(Date.now())}&hidesidebar`)
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      found[`${path} at ${width}`] = await tooWide(page)
    }
  }
  expect(Object.entries(found).filter(([, px]) => px > 0)).toEqual([])
})
