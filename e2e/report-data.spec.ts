import { readFile } from 'node:fs/promises'
import { MINUTE_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { cycles, send } from './support/device.ts'
import { beyondWindow, EVERYDAY, expect, type Plant, test } from './support/test.ts'

const ROWS = 100_000

/** Makes a machine with 30 cycles, each with a temperature, and three readings of its analog input. */
async function machineOf(plant: Plant, name: string): Promise<MadeMachine> {
  const machine = await plant.machineIn(`${name} ${plant.tag}`, plant.company.rootUnitId)
  const now = Date.now()
  const from = new Date(now - 60 * MINUTE_MS).toISOString()
  const analog = { analog_in_1_config: { unit: 'bar', scale: 9.3, offset: 66.64 }, from }
  await plant.company.call('PUT', `/v0/devices/${machine.deviceId}`, analog)
  await send(plant.url, machine, [
    ...cycles(30, 10, now - 10 * MINUTE_MS),
    ...[1, 2, 3].map((minute) => ({ t: now - minute * MINUTE_MS, type: 'tlm' as const, analog_in_1: 95.2 })),
  ])
  return machine
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Raw data' })
const rows = (page: Page): Locator => table(page).locator('tbody').getByRole('row')
const path = ({ equipmentId }: MadeMachine): string => `/e/${equipmentId}/reports/data?period=1h&hidesidebar`

/** Answers the page's question for raw data with 100,000 rows, ten a second. */
const answerMany = (page: Page, count: number): Promise<unknown> =>
  page.route(/\/data\/raw\?/, (route) => {
    const end = Date.now() / 1000 - 60
    const data = Array.from({ length: count }, (_, i) => {
      const at = end - (count - i) / 10
      return i % 2 === 0 ? [at, 12.4, null, i % 1000, (i % 1000) / 2, [], 1] : [at, null, 40.1, null, null, [], 2]
    })
    return route.fulfill({ json: { status: 'success', data } })
  })

test('a table of 33 px rows with a data type filter, coloured values and no binary noise (axe)', async ({
  signedIn: page,
  plant,
}) => {
  await page.goto(path(await machineOf(plant, 'Raw')))
  await expect(table(page)).toHaveAttribute('aria-rowcount', '34')
  await expect(rows(page).first().getByRole('cell')).toHaveText([
    /^\d+\/\d+ \d+:\d\d:\d\d(\.\d{3})? [AP]M$/,
    'Telemetry',
    '—',
    '—',
    '95.2',
    '952',
    '',
  ])
  expect((await rows(page).first().boundingBox())?.height).toBe(33)
  await expect(table(page).getByRole('columnheader').nth(5)).toHaveText('Transformed, bar')
  await page.getByRole('button', { name: 'Temperature', exact: true }).click()
  await expect(table(page)).toHaveAttribute('aria-rowcount', '31')
  await expect(page).toHaveURL(/[?&]show=temperature/)
  const colour = (kind: string): Promise<string> =>
    page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(--${name})`
      const found = getComputedStyle(probe).color
      probe.remove()
      return found
    }, kind)
  await expect(rows(page).first().getByRole('cell').nth(2).locator('span')).toHaveCSS(
    'color',
    await colour('cycle-time'),
  )
  await expect(rows(page).first().getByRole('cell').nth(3).locator('span')).toHaveCSS(
    'color',
    await colour('temperature'),
  )
  expect(await violationsInAll(page, '.main')).toEqual([])
})

test('the export is a file of the rows shown, streamed by the server', EVERYDAY, async ({ signedIn: page, plant }) => {
  const machine = await machineOf(plant, 'Saved')
  await page.goto(`${path(machine)}&show=analog`)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Export' }).click()
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  expect(csv.suggestedFilename()).toMatch(/^Saved \w+ \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d raw data\.csv$/)
  const [head, ...lines] = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(head).toBe('occurred_at,type,cycle_time_s,temperature_1_C,analog_in_1,analog_in_1_transformed,tags')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,telemetry,,,95\.2,952,$/)
})

test('Too much data to display here, and the export still has everything', async ({ signedIn: page, plant }) => {
  const machine = await machineOf(plant, 'Much')
  await answerMany(page, ROWS + 1)
  await page.goto(path(machine))
  await expect(
    page.getByText('Too much data to display here. Please pick a smaller timeframe for the report.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const [json] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'JSON' }).click()])
  const { data } = JSON.parse(await readFile(await json.path(), 'utf8')) as { data: unknown[] }
  expect(data).toHaveLength(33)
})

test('100,000 rows scroll smoothly: nine frames of ten show rows', async ({ signedIn: page, plant }) => {
  const machine = await machineOf(plant, 'Smooth')
  await answerMany(page, ROWS)
  await page.goto(path(machine))
  await expect(table(page)).toHaveAttribute('aria-rowcount', String(ROWS + 1))
  const { frames, filled, last } = await page
    .getByRole('region', { name: 'Raw data' })
    .last()
    .evaluate(
      (box) =>
        new Promise<{ frames: number; filled: number; last: string }>((resolve) => {
          const { left, top, width, height } = box.getBoundingClientRect()
          const places = [0.2, 0.5, 0.9].map((share) => top + share * height)
          const isRow = (y: number): boolean =>
            document
              .elementFromPoint(left + width / 2, y)
              ?.closest('tr')
              ?.hasAttribute('aria-rowindex') ?? false
          const steps = 60
          let [frames, filled] = [0, 0]
          const { port1: wheel, port2: hand } = new MessageChannel()
          // Scrolls between two frames, as a wheel does; then looks at what the next frame is about to show.
          wheel.onmessage = () => {
            frames++
            box.scrollTop = (box.scrollHeight - box.clientHeight) * (frames / steps)
            requestAnimationFrame(look)
          }
          const look = (): void => {
            if (places.every(isRow)) filled++
            if (frames < steps) {
              hand.postMessage('on')
              return
            }
            wheel.close()
            const shown = box.querySelector('tbody tr:nth-last-child(1)')
            resolve({ frames, filled, last: shown?.getAttribute('aria-rowindex') ?? 'none' })
          }
          hand.postMessage('on')
        }),
    )
  console.log(`${filled} of ${frames} frames showed rows`)
  expect(filled / frames).toBeGreaterThanOrEqual(0.9)
  expect(last).toBe(String(ROWS + 1))
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await beyondWindow(page))[0]).toBeLessThanOrEqual(0)
})
