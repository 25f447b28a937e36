// Screenshots of the charts of a machine's page: apart and together, bands and points, their options, table and crosshair.
import type { Page } from '@playwright/test'
import { type Camera, settled, type TakenPicture, takeHere, withPage } from './camera.ts'
import { chartOf, pointerOf } from './charts.ts'
import { enterAs, type Person } from './people.ts'

const first = (page: Page) => chartOf(page, /^Cycle time, /)

async function open(page: Page, machineId: number, search: string): Promise<void> {
  await page.goto(`/e/${machineId}?${search}`)
  await pointerOf(first(page)).waitFor()
  await first(page).evaluate((panel) => panel.scrollIntoView({ block: 'start' }))
}

/** Waits until charts have the width of their box, which they follow twice a second, and scrolls the first chart to the top. */
async function settle(page: Page): Promise<void> {
  await settled(page)
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.series-chart')].every((chart) => {
      const canvas = chart.querySelector('canvas')
      return canvas !== null && Math.abs(canvas.clientWidth - chart.clientWidth) < 2
    }),
  )
  await first(page).evaluate((panel) => panel.scrollIntoView({ block: 'start' }))
}

/** Takes the screenshots of the charts of a machine of the demo plant that measures all three values. */
export function takeCharts(camera: Camera, person: Person, machineId: number): Promise<TakenPicture[]> {
  return withPage(camera, async (page) => {
    const { folder } = camera
    await enterAs(page.context(), camera.url, person)
    await open(page, machineId, 'period=1w')
    const taken = [await takeHere(page, folder, 'charts-week', settle)]
    await pointerOf(first(page)).focus()
    await page.keyboard.press('PageDown')
    taken.push(await takeHere(page, folder, 'charts-crosshair', settle))
    await first(page)
      .getByRole('button', { name: /^Chart options/ })
      .click()
    taken.push(await takeHere(page, folder, 'charts-options', settle))
    await open(page, machineId, 'period=2h&sd=none')
    taken.push(await takeHere(page, folder, 'charts-points', settle))
    await first(page)
      .getByRole('button', { name: /^Table/ })
      .click()
    taken.push(await takeHere(page, folder, 'charts-table', settle))
    await open(page, machineId, 'period=3m&chart=scatter')
    taken.push(await takeHere(page, folder, 'charts-scatter', settle))
    await open(page, machineId, 'period=1d&charts=combined')
    return [...taken, await takeHere(page, folder, 'charts-combined', settle)]
  })
}
