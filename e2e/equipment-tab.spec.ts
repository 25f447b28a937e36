import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import type { Locator, Page } from '@playwright/test'
import { violationsInAll } from './support/axe.ts'
import { cycles, send, status } from './support/device.ts'
import { equipmentPath, manyMachines, tileOf } from './support/equipment.ts'
import { fiveHours, ran } from './support/past.ts'
import { quiet } from './support/requests.ts'
import { EVERYDAY, expect, type Plant, test } from './support/test.ts'

const row = (page: Page, name: string): Locator => page.getByRole('slider', { name: `Status of ${name}` })

/** Returns the point in a row at a share of its width. */
async function pointAt(bar: Locator, share: number): Promise<{ x: number; y: number }> {
  // Waits until it stands still.
  await bar.hover({ trial: true })
  const box = await bar.boundingBox()
  if (box === null) throw new Error('The row is not on the page')
  return { x: box.x + box.width * share, y: box.y + box.height / 2 }
}

/** Makes a press that stopped from 1:00 to 2:00 with a reason, and a saw that ran for all five hours. */
async function hallOf(plant: Plant, name: string) {
  const past = fiveHours()
  const unit = await plant.unit(`${name} ${plant.tag}`)
  const [press, saw] = await Promise.all([plant.machineIn('Press', unit), plant.machineIn('Saw', unit)])
  await ran(plant, press, past, [[1, 2]])
  await ran(plant, saw, past, [])
  return { past, unit, press, saw }
}

/** Returns the id of the only stop of a machine in the five hours. */
async function stopOf(plant: Plant, id: number, past: ReturnType<typeof fiveHours>): Promise<number> {
  const period = `startDate=${new Date(past.from).toISOString()}&endDate=${new Date(past.to).toISOString()}`
  const path = `/v0/e/${id}/reports/status?${period}`
  const { data } = await plant.company.call<{ data: { id: number; status_id: number }[] }>('GET', path)
  const stop = data.find((row) => row.status_id === 2)
  if (stop === undefined) throw new Error('The machine never stood')
  return stop.id
}

test(
  'a tile shows status, not scheduled, the bolt of a stale ping, name, run with progress, temperature, cycle, utilization and cycles',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const unit = await plant.unit('Tiles')
    const runner = await plant.machineIn('Runner', unit)
    await plant.machineIn('Silent', unit)
    const now = Date.now()
    // Hours, and the first minutes of an hour, so that it does not matter how long the page takes.
    const since = now - 4 * HOUR_MS - MINUTE_MS
    await send(plant.url, runner, [
      status('running', since),
      { t: now - 5 * MINUTE_MS, type: 'ping', since },
      ...cycles(20, 12.5, now - 1000),
    ])
    const { tag } = await plant.company.call<{ tag: { id: number } }>('POST', '/v0/tags', { name: `AX ${plant.tag}` })
    const run = { equipId: runner.equipmentId, tags: [tag.id], cyclesTotal: 400, partsPerCycle: 2, allowOverrun: true }
    await plant.company.call('POST', '/v0/runs', run)
    await page.goto(equipmentPath(unit))
    const tile = tileOf(page, 'Runner')
    await expect(tile.locator('[data-status]')).toHaveText(/Running ?4 h 0\d m/)
    await expect(tile).toContainText(/\d\d\d?\.\d\d %/)
    await expect(tile).toContainText(/Cycle (now|\d+ [sm] ago)12\.5 s/)
    await expect(tile).toContainText('41.9 °C')
    await expect(tile).toContainText(`AX ${plant.tag}· 0 / 800`)
    await expect(tile.getByRole('meter', { name: 'Run of Runner' })).toHaveAttribute('aria-valuenow', '0')
    await expect(tile.getByRole('img', { name: 'Last 20 cycles: 12.5 s to 12.5 s' })).toBeVisible()
    await expect(tile.getByRole('img', { name: /^Runner, last 12 h: Running 4 h 0\d m/ })).toBeVisible()
    const silent = tileOf(page, 'Silent')
    await expect(silent.locator('[data-status]')).toHaveText('No contact')
    await expect(silent).toContainText('Not scheduled')
    await expect(silent).toContainText('No active run')
    await expect(silent).toContainText('∞')
    await expect(silent.getByRole('img', { name: 'No contact with the device yet' })).toBeVisible()
    await expect(silent.getByRole('img', { name: 'Silent, last 12 h: no data' })).toBeVisible()
    await tile.getByRole('link', { name: 'Show detail of Runner' }).click()
    await expect(page).toHaveURL(new RegExp(`/e/${runner.equipmentId}\\b`))
  },
)

test('all buttons of a tile lie within it, at every width', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit(`Within ${plant.tag}`)
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await plant.machineIn(name, unit)
  await page.goto(`/o/${unit}?tab=equipment`)
  await expect(page.locator('.tile')).toHaveCount(5)
  for (const width of [360, 390, 640, 768, 900, 1024, 1200, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const outside = await page.locator('.tile').evaluateAll((tiles) =>
      tiles.flatMap((tile) => {
        const inner = tile.getBoundingClientRect()
        return [...tile.querySelectorAll('.tile-foot > *')]
          .filter((part) => {
            const box = part.getBoundingClientRect()
            return box.right > inner.right - 4 || box.left < inner.left + 4 || box.bottom > inner.bottom - 2
          })
          .map((part) => part.textContent)
      }),
    )
    expect(outside, `${width} px`).toEqual([])
  }
})

test('Cycle chart and Status chart exclude each other, keep the tile as high, and closing the status chart clears what it loaded', async ({
  signedIn: page,
  plant,
}) => {
  const { past, unit, press } = await hallOf(plant, 'Charts')
  await send(plant.url, press, [
    { t: past.at(2.5), type: 'cycle', cycle_time: 9 },
    { t: past.at(3), type: 'cycle', cycle_time: 12 },
  ])
  await page.goto(equipmentPath(unit, past.search))
  const tile = tileOf(page, 'Press')
  await expect(tile.getByRole('img', { name: /^Press, .+: Running 4 h 00 m, Down 1 h 00 m$/ })).toBeVisible()
  // Another font may be higher.
  await page.evaluate(() => document.fonts.ready)
  const before = await tile.boundingBox()
  await tile.getByRole('button', { name: 'Cycle chart' }).click()
  await expect(tile.getByRole('img', { name: 'Press, cycle time: 9.0 s to 12.0 s' })).toBeVisible()
  const reads: string[] = []
  page.on('request', (request) => request.url().includes('detail=true') && reads.push(request.url()))
  await tile.getByRole('button', { name: 'Status chart' }).click()
  await expect(tile.getByRole('button', { name: 'Cycle chart' })).toHaveAttribute('aria-pressed', 'false')
  await expect(tile.getByRole('img', { name: 'Press, status: Running 4 h 00 m, Down 1 h 00 m' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`charts=${press.equipmentId}s`))
  expect(await tile.boundingBox()).toEqual(before)
  await page.reload()
  await expect(tile.getByRole('img', { name: /^Press, status/ })).toBeVisible()
  const readsBefore = reads.length
  await tile.getByRole('button', { name: 'Status chart' }).click()
  await expect(tile.locator('.tile-notes')).toBeVisible()
  await tile.getByRole('button', { name: 'Status chart' }).click()
  await expect(tile.getByRole('img', { name: /^Press, status/ })).toBeVisible()
  expect(reads.length, 'opened again it is loaded again').toBeGreaterThan(readsBefore)
})

test('machines are sorted and filtered by status, excessive downtime, not scheduled and text, and the address says how', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Sorted')
  const [able, baker, cable] = await Promise.all([
    plant.machineIn('Able', unit),
    plant.machineIn('Baker', unit),
    plant.machineIn('Cable', unit),
  ])
  const now = Date.now()
  const since = (ms: number) => ({ t: now, type: 'ping' as const, since: now - ms })
  await send(plant.url, able, [status('running', now - 2 * HOUR_MS), since(2 * HOUR_MS)])
  await send(plant.url, baker, [status('down', now - HOUR_MS), since(HOUR_MS)])
  await send(plant.url, cable, [status('down', now - 5 * MINUTE_MS)])
  await plant.machineIn('Unheard', unit)
  await page.goto(equipmentPath(unit))
  await expect(page.locator('.tile-name')).toHaveText(['Able', 'Baker', 'Cable', 'Unheard'])
  const order = page.getByLabel('Order of machines')
  await order.selectOption({ label: 'Status, worst first' })
  await expect(page.locator('.tile-name')).toHaveText(['Baker', 'Cable', 'Unheard', 'Able'])
  await order.selectOption({ label: 'Longest in status first' })
  await expect(page.locator('.tile-name')).toHaveText(['Able', 'Baker', 'Cable', 'Unheard'])
  await order.selectOption({ label: 'Utilization, lowest first' })
  await expect(page.locator('.tile-name')).toHaveText(['Baker', 'Cable', 'Able', 'Unheard'])
  await page.getByRole('button', { name: 'Down 2' }).click()
  await page.getByLabel('Find a machine').fill('aBLE')
  await expect(page.locator('.tile-name')).toHaveText(['Cable'])
  await expect(page).toHaveURL(equipmentPath(unit, 'sort=util&status=down&q=aBLE'))
  await page.reload()
  await expect(page.locator('.tile-name')).toHaveText(['Cable'])
  await page.getByLabel('Find a machine').fill('')
  await page.getByRole('button', { name: 'Excessive downtime 1' }).click()
  await expect(page.locator('.tile-name')).toHaveText(['Baker'])
  await page.getByRole('button', { name: 'Excessive downtime' }).click()
  await page.getByRole('button', { name: 'Down 2' }).click()
  await page.getByRole('button', { name: 'Not scheduled 1' }).click()
  await expect(page.locator('.tile-name')).toHaveText(['Unheard'])
  await page.getByLabel('Find a machine').fill('nothing like it')
  await expect(page.getByText('No machine matches these filters now.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all machines' }).click()
  await expect(page.locator('.tile-name')).toHaveText(['Baker', 'Cable', 'Able', 'Unheard'])
  await expect(page).toHaveURL(equipmentPath(unit, 'sort=util'))
})

test('a second choice before the first one is rendered keeps it, and no typed character is lost', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Fast')
  const now = Date.now()
  const ping = { t: now, type: 'ping' as const, since: now - HOUR_MS }
  await send(plant.url, await plant.machineIn('Able', unit), [status('down', now - HOUR_MS), ping])
  await page.goto(equipmentPath(unit))
  await expect(page.getByRole('button', { name: 'Excessive downtime 1' })).toBeVisible()
  await page.evaluate(async () => {
    const click = (name: string): void => {
      const buttons = [...document.querySelectorAll<HTMLElement>('button')]
      buttons.find((button) => button.textContent?.trim().startsWith(name))?.click()
    }
    click('Down')
    // The address changes some microtasks after a click; the page is rendered in a later task.
    for (let i = 0; i < 100; i++) await null
    click('Excessive')
  })
  await expect(page).toHaveURL(equipmentPath(unit, 'status=down&excessive=1'))
  const field = page.getByLabel('Find a machine')
  await field.focus()
  const typed = await field.evaluate(async (element: HTMLInputElement) => {
    const values: string[] = []
    for (const character of 'able') {
      document.execCommand('insertText', false, character)
      for (let i = 0; i < 100; i++) await null
      values.push(element.value)
    }
    return values
  })
  expect(typed).toEqual(['a', 'ab', 'abl', 'able'])
  await expect(page).toHaveURL(equipmentPath(unit, 'status=down&excessive=1&q=able'))
})

test('a change of one machine redraws only its tile', async ({ signedIn: page, plant }) => {
  const unit = await plant.unit('Touched')
  const [first] = await Promise.all([plant.machineIn('First', unit), plant.machineIn('Second', unit)])
  await send(plant.url, first, [status('running', Date.now() - 5 * MINUTE_MS)])
  await page.goto(equipmentPath(unit))
  const tile = tileOf(page, 'First')
  await expect(tile.locator('[data-status]')).toHaveAttribute('data-status', 'running')
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  await expect(page.locator('.tile-list .timeline-canvas[height]')).toHaveCount(2)
  await quiet(page)
  await page.evaluate(() => {
    const touched = new Set<string>()
    const idOf = (node: Node) => (node as Element).closest?.('.tile')?.getAttribute('data-equipment')
    new MutationObserver((mutations) => {
      for (const { target } of mutations) {
        // The charts of all tiles move on with time.
        if (!(target instanceof HTMLCanvasElement)) touched.add(idOf(target) ?? 'the list')
      }
    }).observe(document.querySelector('.tile-list') as Element, { subtree: true, childList: true, attributes: true })
    Object.assign(window, { touched })
  })
  await send(plant.url, first, [status('down', Date.now())])
  await expect(tile.locator('[data-status]')).toHaveAttribute('data-status', 'down')
  await send(plant.url, first, cycles(1, 7.25, Date.now()))
  await expect(tile).toContainText('7.3 s')
  const touched = await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched])
  expect(touched).toEqual([String(first.equipmentId)])
})

test('with many machines only tiles in sight are in the page, and scrolling moves no tile', async ({
  signedIn: page,
  plant,
}) => {
  const unit = await plant.unit('Many')
  await manyMachines(plant, unit, 150)
  await page.goto(equipmentPath(unit))
  await expect(tileOf(page, 'Press 001')).toBeVisible()
  expect(await page.locator('.tile').count()).toBeLessThan(40)
  const main = page.locator('.main')
  const height = await main.evaluate((element) => element.scrollHeight)
  await main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(tileOf(page, 'Press 150')).toBeVisible()
  await expect(tileOf(page, 'Press 150')).toHaveAttribute('aria-posinset', '150')
  await expect(tileOf(page, 'Press 001')).toHaveCount(0)
  expect(await page.locator('.tile').count()).toBeLessThan(60)
  expect(await main.evaluate((element) => element.scrollHeight)).toBe(height)
  const heights = await page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).offsetHeight))
  expect(new Set(heights).size).toBe(1)
})

test('the status timeline shows a row for each machine over the period of the scope; hovering shows an interval with its reason, a click opens it', async ({
  signedIn: page,
  plant,
}) => {
  const { past, unit, press } = await hallOf(plant, 'Timeline')
  const stop = await stopOf(plant, press.equipmentId, past)
  const wanted = { reason: `No material ${plant.tag}` }
  const { reason } = await plant.company.call<{ reason: { id: number } }>('POST', '/v0/reasons', wanted)
  await plant.company.call('PUT', `/v0/status/${stop}`, { status_reason_id: reason.id })
  await page.goto(equipmentPath(unit, past.search))
  await page.getByRole('button', { name: 'Status timeline' }).click()
  await expect(row(page, 'Press').getByRole('img')).toHaveAccessibleName('Press: Running 4 h 00 m, Down 1 h 00 m')
  await expect(row(page, 'Saw').getByRole('img')).toHaveAccessibleName('Saw: Running 5 h 00 m')
  const middle = await pointAt(row(page, 'Press'), 0.3)
  await page.mouse.move(middle.x, middle.y)
  const tip = row(page, 'Press').locator('.tip')
  await expect(tip).toContainText(/Down 1 h 00 m 00 s/)
  await expect(tip).toContainText(/\d+:00:00 [AP]M → .*\d+:00:00 [AP]M/)
  await expect(tip).toContainText(`No material ${plant.tag}`)
  await page.mouse.click(middle.x, middle.y)
  await expect(page).toHaveURL(new RegExp(`/e/${press.equipmentId}\\?.*stop=${stop}$`))
})

test('the keyboard goes from row to row and along the intervals of a row, and opens a machine at a stop', async ({
  signedIn: page,
  plant,
}) => {
  const { past, unit, press } = await hallOf(plant, 'Keys')
  const stop = await stopOf(plant, press.equipmentId, past)
  await page.goto(equipmentPath(unit, `${past.search}&view=timeline`))
  await expect(row(page, 'Press')).toHaveAttribute('aria-valuetext', /^Running, /)
  await row(page, 'Press').focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Saw')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row(page, 'Press')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Press')).toHaveAttribute('aria-valuetext', /^Down, .*1 h 00 m 00 s/)
  await expect(page.locator('.many-told')).toContainText('Press: Down')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/e/${press.equipmentId}\\?.*stop=${stop}$`))
})

test('pans left and right, zooms in and out, and zooms to a dragged range of at least 15 px', async ({
  signedIn: page,
  plant,
}) => {
  const { past, unit } = await hallOf(plant, 'Zoomed')
  await page.goto(equipmentPath(unit, `${past.search}&view=timeline`))
  const bar = row(page, 'Press')
  await expect(bar.getByRole('img')).toHaveAccessibleName(/Down 1 h 00 m/)
  const pan = page.getByRole('group', { name: 'Pan and zoom' })
  await page.evaluate('document.fonts.ready')
  const from = await pointAt(bar, 0.2)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 12, from.y, { steps: 3 })
  await expect(bar.locator('.drag-range')).toHaveCount(0)
  const to = await pointAt(bar, 0.6)
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await expect(bar.locator('.drag-range')).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL(new RegExp(`from=${past.compact(past.at(1))}&to=${past.compact(past.at(3))}`))
  await expect(bar.getByRole('img')).toHaveAccessibleName('Press: Running 1 h 00 m, Down 1 h 00 m')
  await pan.getByRole('button', { name: 'Pan left' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${past.compact(past.at(0))}&to=${past.compact(past.at(2))}`))
  await pan.getByRole('button', { name: 'Pan right' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${past.compact(past.at(1))}&to=${past.compact(past.at(3))}`))
  await pan.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page).toHaveURL(new RegExp(past.search))
  await pan.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).not.toHaveURL(new RegExp(past.search))
  await pan.getByRole('button', { name: 'Zoom out' }).click()
  await expect(bar.getByRole('img')).toHaveAccessibleName(/Down 1 h 00 m/)
})

test('intervals narrower than a pixel are drawn together with the time of each status, and separately when zoomed in', async ({
  signedIn: page,
  plant,
}) => {
  const past = fiveHours()
  const unit = await plant.unit('Flicker')
  const machine = await plant.machineIn('Flicker', unit)
  const second = 1 / 3600
  const stops = Array.from(
    { length: 10 },
    (_, index) => [1 + 4 * index * second, 1 + (4 * index + 1) * second] as const,
  )
  await ran(plant, machine, past, stops)
  await page.goto(equipmentPath(unit, `${past.search}&view=timeline`))
  const bar = row(page, 'Flicker')
  await expect(bar.getByRole('img')).toHaveAccessibleName('Flicker: Running 4 h 59 m, Down 10 s')
  await bar.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(bar).toHaveAttribute('aria-valuetext', /^\d+ short intervals, Running \d+ s, Down \d+ s, /)
  const near = `from=${past.compact(past.at(1))}&to=${past.compact(past.at(1.25))}`
  await page.goto(equipmentPath(unit, `${near}&view=timeline`))
  await expect(bar.getByRole('img')).toHaveAccessibleName('Flicker: Running 14 m 50 s, Down 10 s')
  await bar.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(bar).toHaveAttribute('aria-valuetext', /^Running, .* 3 s$/)
})

test('tiles hold against axe in both themes, on a desk, a tablet and a phone', async ({ signedIn: page, plant }) => {
  const { past, unit, press } = await hallOf(plant, 'Axe of tiles')
  await plant.machineIn('Unheard', unit)
  await page.goto(equipmentPath(unit, `${past.search}&charts=${press.equipmentId}s`))
  await expect(tileOf(page, 'Press').getByRole('img', { name: /^Press, status/ })).toBeVisible()
  expect(await violationsInAll(page, '[role=tabpanel]')).toEqual([])
})

test('timelines hold against axe in both themes, on a desk, a tablet and a phone', async ({
  signedIn: page,
  plant,
}) => {
  const { past, unit } = await hallOf(plant, 'Axe of timelines')
  await plant.machineIn('Unheard', unit)
  await page.goto(equipmentPath(unit, `${past.search}&view=timeline`))
  await expect(row(page, 'Press').getByRole('img')).toHaveAccessibleName(/Down/)
  expect(await violationsInAll(page, '[role=tabpanel]')).toEqual([])
})
