// Screenshots of a unit's page: each form of its Utilization tab, the explanation of its number, and the intervals behind it.
import type { Page } from '@playwright/test'
import { type Camera, type Shot, type TakenPicture, takeHere, withPage } from './camera.ts'
import { enterAs, type Person } from './people.ts'

/**
 * Returns the screenshots to take of the Utilization tab: bars with their equipment, hours of run, circles, the second shift, and
 * a period without scheduled time.
 */
export function unitShots(unitId: number): Shot[] {
  const at = (search: string): string => `/o/${unitId}?${search}`
  return [
    { name: 'utilization-expanded', path: at('expanded=1') },
    { name: 'utilization-run-hours', path: at('groups=run&bars=run&period=4w') },
    { name: 'utilization-circles', path: at('children=circles&period=3m') },
    { name: 'utilization-second-shift', path: at('shift=2&period=yesterday&day=0600') },
    { name: 'utilization-unscheduled', path: at('from=20200101T0600Z&to=20200108T0600Z') },
  ]
}

async function takeBehind(page: Page, folder: string): Promise<TakenPicture[]> {
  const panel = page.getByRole('dialog', { name: /Behind the number/ })
  await page.getByTestId('utilization').click()
  await panel.getByTestId('behind').waitFor()
  const machines = await takeHere(page, folder, 'explained-machines')
  await panel.getByRole('listitem').first().getByRole('button').click()
  await panel.getByRole('list', { name: 'Intervals' }).waitFor()
  return [machines, await takeHere(page, folder, 'explained-intervals')]
}

/**
 * Takes the screenshots of the Utilization tab as a table, of the explanation of the utilization of a unit, and of the machines
 * and intervals behind it.
 */
export function takeUnit(camera: Camera, person: Person, unitId: number): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, person)
    await page.goto(`/o/${unitId}`)
    await page.getByRole('button', { name: /^how\?/ }).waitFor()
    await page.getByRole('button', { name: 'Table' }).click()
    const table = await takeHere(page, folder, 'utilization-table')
    await page.getByRole('button', { name: /^how\?/ }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('dialog', { name: /is computed/ }).waitFor()
    const explained = await takeHere(page, folder, 'explained')
    await page.keyboard.press('Escape')
    return [table, explained, ...(await takeBehind(page, folder))]
  })
}
