import { readFile } from 'node:fs/promises'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { Download, Locator } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { pointerOf } from './support/charts.ts'
import { stopClock } from './support/clock.ts'
import { send } from './support/device.ts'
import { cycleTime, measured, temperature } from './support/measured.ts'
import { compact } from './support/past.ts'
import { expect, test } from './support/test.ts'

const saved = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

test('many points are bands by pixel, real points when zoomed in; the file holds every one of them, page by page, and can be cancelled', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`=Many, "${plant.tag}"`, plant.company.rootUnitId)
  const to = Math.floor((Date.now() - 10 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS
  const from = to - 6 * HOUR_MS
  const made = Array.from({ length: 10_800 }, (_, i) => ({ t: from + i * 2000 + 500, seconds: 1 + (i % 10) / 100 }))
  for (let i = 0; i < made.length; i += 1800) {
    const batch = made.slice(i, i + 1800)
    await send(
      plant.url,
      machine,
      batch.map(({ t, seconds }) => ({ t, type: 'cycle', cycle_time: seconds })),
    )
  }
  await page.goto(`/e/${machine.equipmentId}?from=${compact(from)}&to=${compact(to)}`)
  const chart = cycleTime(page)
  await expect(chart).toContainText('band: min–max per pixel')
  await expect(pointerOf(chart)).toHaveAccessibleName(/^Cycle time: 10,800 values, least 1\.00, greatest 1\.09 s/)
  await expect(temperature(page)).toContainText('No temperature was sent in this time.')
  await expect(temperature(page).getByRole('button', { name: 'Export temperature' })).toBeDisabled()

  // While the second page is delayed, the export shows how much it has read, and can be cancelled.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let pages = 0
  await page.route(/pageStart=/, async (route) => {
    pages++
    if (pages === 2) await held
    await route.continue().catch(() => undefined)
  })
  const start = async (form: string): Promise<void> => {
    await chart.getByRole('button', { name: 'Export cycle time' }).click()
    await chart.getByRole('button', { name: form, exact: true }).click()
  }
  await start('CSV')
  await expect(chart.getByRole('status')).toHaveText('Reading 92 %')
  await chart.getByRole('button', { name: 'Cancel the export of cycle time' }).click()
  await expect(chart.getByRole('button', { name: 'Export cycle time' })).toBeVisible()
  release()

  const csv = page.waitForEvent('download')
  await start('CSV')
  const file = await csv
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
  expect(file.suggestedFilename()).toBe(`=Many, ${plant.tag} ${day(from)} ${day(to - 1)} cycle time.csv`)
  const lines = (await saved(file)).trimEnd().split('\r\n')
  expect(lines[0]).toBe('time,local_time (UTC),cycle_time_s,count,mark')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(made.map(({ t }) => new Date(t).toISOString()))
  expect(lines.slice(1).map((line) => Number(line.split(',')[2]))).toEqual(made.map(({ seconds }) => seconds))
  await expect(page.getByText('Exported 10,800 points')).toBeVisible()

  await page.goto(`/e/${machine.equipmentId}?from=${compact(from)}&to=${compact(from + HOUR_MS)}`)
  await expect(chart).toContainText('every point')
  await expect(pointerOf(chart)).toHaveAccessibleName(/^Cycle time: 1,800 values/)
})

test('PNG with title, unit, period, zone and the background of the theme; JSON; the export buttons revert after 10 s', async ({
  signedIn: page,
  plant,
}) => {
  const measurement = await measured(plant, 'Filed')
  await page.goto(measurement.path)
  const chart = cycleTime(page)
  const exporting = chart.getByRole('button', { name: 'Export cycle time' })
  const as = (form: string): Locator => chart.getByRole('button', { name: form, exact: true })
  const png = page.waitForEvent('download')
  await exporting.click()
  await as('PNG').click()
  await expect(exporting).toBeVisible()
  const picture = await png
  expect(picture.suggestedFilename()).toMatch(/^Filed \w+ \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d cycle time\.png$/)
  const bytes = await readFile(await picture.path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  const seen = await page.evaluate(async (base64) => {
    const blob = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/png' })
    const image = await createImageBitmap(blob)
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const { data } = context?.getImageData(0, 0, image.width, 56) ?? { data: [] }
    const letters = Array.from({ length: data.length / 4 }, (_, i) => data[i * 4] ?? 0).filter((red) => red > 200)
    return { corner: [...data.slice(0, 4)], letters: letters.length, width: image.width }
  }, bytes.toString('base64'))
  expect(seen.corner).toEqual([0x12, 0x17, 0x1d, 255])
  expect(seen.letters).toBeGreaterThan(100)
  expect(seen.width).toBeGreaterThan(800)

  const json = page.waitForEvent('download')
  await exporting.click()
  await as('JSON').click()
  const content = JSON.parse(await saved(await json)) as { fields: string[]; data: unknown[][]; timezone: string }
  expect([content.fields, content.timezone]).toEqual([['time', 'cycle_time_s', 'count', 'mark'], 'UTC'])
  expect(content.data).toHaveLength(122)
  expect(content.data.slice(100, 102)).toEqual([
    [new Date(measurement.outlierAt).toISOString(), 90, 1, 'outlier'],
    [new Date(measurement.startupAt).toISOString(), 700, 1, 'startup'],
  ])

  await page.clock.install()
  await stopClock(page)
  await exporting.click()
  await expect(as('CSV')).toBeVisible()
  await page.clock.runFor(9_900)
  await expect(as('CSV')).toBeVisible()
  await page.clock.runFor(100)
  await expect(exporting).toBeVisible()
})

test('each chart has a table and a description; axe finds nothing with options open and table shown', async ({
  signedIn: page,
  plant,
}) => {
  const measurement = await measured(plant, 'Read')
  await page.goto(measurement.path)
  const chart = cycleTime(page)
  await chart.getByRole('button', { name: 'Table of cycle time' }).click()
  const rows = chart.getByRole('table', { name: 'Cycle time' }).getByRole('row')
  await expect(rows).toHaveCount(123)
  await expect(rows.filter({ hasText: 'startup cycle' })).toContainText('700.00')
  await chart.getByRole('button', { name: /^Chart options/ }).click()
  await expect(page.getByRole('region', { name: 'Chart options' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '± 3 σ' })).toBeChecked()
  expect(await violationsInAll(page, '.machine-period')).toEqual([])
})
