import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { chart, hallOf, secondsIn } from './support/hall.ts'
import { expect, test } from './support/test.ts'

test('draws columns of utilization with a toggle Util % or Run hrs, what was not scheduled apart, as a table that sums to the headline', async ({
  signedIn: page,
  plant,
}) => {
  const { path, past } = await hallOf(plant, 'Columns')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Utilization by 15 minutes' })).toBeVisible()
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '20')
  await chart(page).focus()
  await page.keyboard.press('Home')
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /: 100\.00 %, 0\.50 of 0\.50 hours$/)
  await expect(page.locator('.column-chart .tip')).toContainText('100.00 %')
  await page.getByRole('group', { name: 'Columns show' }).getByRole('button', { name: 'Run hrs' }).click()
  await expect(page).toHaveURL(/[?&]groups=run/)
  await expect(page.getByRole('heading', { name: 'Run hours by 15 minutes' })).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('region', { name: 'Utilization as a table' })
  await expect(table.getByRole('row')).toHaveCount(22)
  const sum = table.getByRole('row').last()
  await expect(sum).toContainText('88.33 %')
  expect(secondsIn(await sum.locator('td').nth(0).getAttribute('title'))).toEqual([31_800])
  const earlier = new URLSearchParams(path.split('?')[1])
  const day = new Date(past.from - 48 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  earlier.set('from', `${day}T0000Z`)
  earlier.set('to', `${day}T0400Z`)
  await page.goto(`${path.split('?')[0]}?${earlier}`)
  await chart(page).focus()
  await page.keyboard.press('End')
  await expect(chart(page)).toHaveAttribute('aria-valuetext', /: not scheduled, 0\.00 hours ran$/)
})

test('a click, Enter or a drag on the columns looks into them, and the way back is one key', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant, 'Zoom')
  await page.goto(path)
  const before = page.url()
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '20')
  await chart(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '1')
  expect(page.url()).not.toBe(before)
  await page.goBack()
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '20')
  const box = await chart(page).boundingBox()
  if (box === null) throw new Error('No chart')
  const at = (share: number) => [box.x + 40 + (box.width - 46) * share, box.y + 100] as const
  await page.mouse.move(...at(0.26))
  await page.mouse.down()
  await page.mouse.move(...at(0.44), { steps: 4 })
  await page.mouse.up()
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '4')
})

test('saves the columns as PNG, CSV and JSON, named for the unit and the period, by a button that comes back', async ({
  signedIn: page,
  plant,
}) => {
  const { path } = await hallOf(plant, 'Saved')
  await page.goto(path)
  await expect(chart(page)).toHaveAttribute('aria-valuemax', '20')
  const save = async (kind: string): Promise<Download> => {
    await page.getByRole('button', { name: 'Export' }).first().click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('group', { name: 'Export as' }).getByRole('button', { name: kind }).click(),
    ])
    await expect(page.getByRole('group', { name: 'Export as' })).toHaveCount(0)
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^Saved ${plant.tag} \\d{4}-\\d\\d-\\d\\d \\d{4}-\\d\\d-\\d\\d utilization\\.${kind.toLowerCase()}$`),
    )
    return download
  }
  const csv = await readFile(await (await save('CSV')).path(), 'utf8')
  const rows = csv.trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(20)
  expect(rows.reduce((sum, row) => sum + Number(row.split(',')[2]), 0)).toBeCloseTo(31_800 / 3600, 9)
  const json = JSON.parse(await readFile(await (await save('JSON')).path(), 'utf8')) as { run_secs: number }[]
  expect(json.reduce((sum, { run_secs }) => sum + run_secs, 0)).toBeCloseTo(31_800, 6)
  const png = await readFile(await (await save('PNG')).path())
  expect([...png.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG')
})
