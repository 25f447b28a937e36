import { violations, violationsInAll } from './support/axe.ts'
import { cycles, send, status } from './support/device.ts'
import { EVERYDAY, enter, expect, type Plant, test } from './support/test.ts'

// Reduced motion: the checks see the final colours, without transitions.
test.use({ reducedMotion: 'reduce' })
// Checks in two themes at three widths are slow on a busy machine.
test.describe.configure({ timeout: 240_000 })

async function paths(plant: Plant): Promise<string[]> {
  const unit = await plant.unit('Accessible unit')
  const empty = await plant.unit('Accessible and empty')
  const machines = await Promise.all(
    ['Heard', 'Stopped', 'Silent'].map((name) => plant.machineIn(`Accessible ${name}`, unit)),
  )
  const [running, stopped] = machines
  if (running === undefined || stopped === undefined) throw new Error('No machines')
  await send(plant.url, running, [status('running', Date.now() - 300_000), ...cycles(5, 30, Date.now() - 1000)])
  await send(plant.url, stopped, [status('down', Date.now() - 300_000)])
  return [
    `/o/${plant.company.rootUnitId}`,
    `/o/${unit}`,
    `/o/${empty}`,
    `/e/${running.equipmentId}`,
    '/setup/user',
    '/setup/user?tab=security',
    '/nowhere',
  ]
}

test('axe finds nothing on the pages of a plant', EVERYDAY, async ({ page, context, plant }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await violationsInAll(page)).toEqual([])
  await enter(context, plant)
  for (const path of await paths(plant)) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    expect(await violationsInAll(page), path).toEqual([])
  }
})

test('axe finds nothing with the tree open over a narrow page', async ({ signedIn: page, plant }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/o/${plant.company.rootUnitId}`)
  await page.getByRole('button', { name: 'Show company tree' }).click()
  expect(await violations(page)).toEqual([])
})
