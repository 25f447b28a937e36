import { violations } from './support/axe.ts'
import { cycles, send, status } from './support/device.ts'
import { enter, expect, type Plant, test } from './support/test.ts'

const themes = ['dark', 'light'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

async function paths(plant: Plant): Promise<string[]> {
  const unit = await plant.unit('Accessible unit')
  const empty = await plant.unit('Accessible and empty')
  const machines = await Promise.all(
    ['Heard', 'Stopped', 'Silent'].map((name) => plant.machineIn(`Accessible ${name}`, unit)),
  )
  const [heard, stopped] = machines
  if (heard === undefined || stopped === undefined) throw new Error('No machines')
  await send(plant.url, heard, [status('running', Date.now() - 300_000), ...cycles(5, 30, Date.now() - 1000)])
  await send(plant.url, stopped, [status('down', Date.now() - 300_000)])
  return [
    `/o/${plant.company.rootUnitId}`,
    `/o/${unit}`,
    `/o/${empty}`,
    `/e/${heard.equipmentId}`,
    '/setup/user',
    '/setup/user?tab=security',
    '/nowhere',
  ]
}

for (const theme of themes) {
  for (const size of sizes) {
    test(`axe finds nothing, ${theme}, ${size.width} px`, async ({ page, context, plant }) => {
      await page.setViewportSize(size)
      await page.addInitScript(
        (kept) => localStorage.setItem('millwatch.preferences', kept),
        JSON.stringify({ state: { theme }, version: 0 }),
      )
      await page.goto('/login')
      await expect(page.getByLabel('Email')).toBeVisible()
      expect(await violations(page)).toEqual([])
      await enter(context, plant)
      for (const path of await paths(plant)) {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('[aria-busy]')).toHaveCount(0)
        expect(await violations(page), path).toEqual([])
      }
      if (size.width < 1200) {
        await page.getByRole('button', { name: 'Show company tree' }).click()
        expect(await violations(page), 'with the tree open').toEqual([])
      }
    })
  }
}
