import { HOUR_MS } from '@millwatch/domain/time'
import type { MadeMachine } from '@millwatch/lab/product/company'
import type { Locator, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { send, status } from './support/device.ts'
import { equipmentPath, tileOf } from './support/equipment.ts'
import { expect, type Plant, test } from './support/test.ts'

const ALWAYS = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[0, 86_400, 1]]]))
const inTree = (page: Page, { equipmentId }: MadeMachine) => page.locator(`[data-key="e-${equipmentId}"]`)

/** Makes a press that has stood for four hours outside its schedule, a saw that stands and a mill that runs inside theirs. */
async function hallOf(plant: Plant) {
  const unit = await plant.unit(`Night ${plant.tag}`)
  const [press, saw, mill] = await Promise.all(['Press', 'Saw', 'Mill'].map((name) => plant.machineIn(name, unit)))
  if (press === undefined || saw === undefined || mill === undefined) throw new Error('A machine is missing')
  await plant.company.call('PUT', `/v0/e/${press.equipmentId}/schedule`, { schedule: {} })
  const since = Date.now() - 4 * HOUR_MS
  const ping = { t: Date.now(), type: 'ping', since } as const
  await send(plant.url, press, [status('running', since - HOUR_MS), status('down', since), ping])
  await send(plant.url, saw, [status('running', since - HOUR_MS), status('down', since), ping])
  await send(plant.url, mill, [status('running', since - HOUR_MS), ping])
  return { unit, press, saw }
}

/** Returns the opacity (0 to 255) of a timeline's picture in its last column, from top to bottom in tenths of its height. */
const columnOf = (timeline: Locator): Promise<number[]> =>
  timeline.evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const x = canvas.width - 12
    const pixels = canvas.getContext('2d')?.getImageData(x, 0, 1, canvas.height).data ?? []
    return Array.from({ length: 10 }, (_, tenth) => {
      const y = Math.min(canvas.height - 1, Math.round(((tenth + 0.5) / 10) * canvas.height))
      return pixels[y * 4 + 3] ?? -1
    })
  })

/** Returns the colour that an element has, and that of a token of the theme. */
const colours = (element: Locator, token: string) =>
  element.evaluate((found, name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    const wanted = getComputedStyle(probe).color
    probe.remove()
    return { shown: getComputedStyle(found).color, wanted }
  }, token)

test('a machine that stands outside its schedule is quiet: a grey-blue chip, a hollow icon, no tint on tile and wall', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, press, saw } = await hallOf(plant)
  await page.goto(`/e/${press.equipmentId}`)
  const chip = page.locator('.status-tag-large')
  await expect(chip).toHaveText(/^Not scheduled· down 4 h 00 m/)
  const chipColours = await colours(chip.locator('.status-tag-word'), '--powered-off')
  expect(chipColours.shown).toBe(chipColours.wanted)
  await expect(inTree(page, press)).toContainText('Not scheduled · down')
  await expect(inTree(page, press).locator('svg.status-quiet')).toHaveAttribute('fill', 'none')
  await expect(inTree(page, saw).locator('svg.status-down')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(equipmentPath(unit))
  await expect(tileOf(page, 'Press')).toHaveClass(/status-quiet/)
  await expect(tileOf(page, 'Press')).toContainText('Not scheduled')
  await expect(tileOf(page, 'Saw')).toHaveClass(/status-down/)
  // In the narrowest tiles the label gives way to the state and the temperature.
  await send(plant.url, press, [{ t: Date.now(), type: 'tlm', temperature_1: 148.1 }])
  await expect(tileOf(page, 'Press')).toContainText('148.1')
  // As long as a state can be.
  const beyond = (tile: Element) => {
    for (const state of tile.querySelectorAll('.tile-quiet-state')) state.textContent = 'powered off 11 h'
    return [...tile.querySelectorAll('.tile-notes > *')].map((note) =>
      Math.round(note.getBoundingClientRect().right - tile.getBoundingClientRect().right),
    )
  }
  for (const width of [640, 768, 900, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    expect(Math.max(...(await tileOf(page, 'Press').evaluate(beyond))), `${width} px`).toBeLessThan(-4)
  }
  const label = tileOf(page, 'Press').getByText('last 12 h', { exact: true })
  expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth), 'what is cut of the label').toBe(0)

  await page.goto(equipmentPath(unit, 'view=wall'))
  const tiles = page.getByRole('region', { name: /^Wall of / }).getByRole('listitem')
  const groundOf = (name: string) =>
    tiles.filter({ hasText: name }).evaluate((tile) => getComputedStyle(tile).backgroundColor)
  const { wanted: panel } = await colours(tiles.first(), '--panel')
  expect(await groundOf('Press')).toBe(panel)
  expect(await groundOf('Saw')).not.toBe(panel)
  const note = tiles.filter({ hasText: 'Press' }).getByText(/^down 4 h/)
  await expect(note).toBeVisible()
  const sizes = await note.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].map((part) => Number.parseFloat(getComputedStyle(part).fontSize)),
  )
  expect(Math.min(...sizes), 'px').toBeGreaterThanOrEqual(20)
  await expect(tiles.filter({ hasText: 'Press' })).toContainText('Not scheduled')
  expect(await violations(page)).toEqual([])
})

test('the timeline of a machine outside its schedule is drawn low and pale over a base line, on tile, row and machine page', async ({
  signedIn: page,
  plant,
}) => {
  const { unit, press, saw } = await hallOf(plant)
  const isQuiet = (column: readonly number[]) => {
    expect(column.slice(0, 3), 'nothing above').toEqual([0, 0, 0])
    expect(column[7], 'pale below').toBeGreaterThan(40)
    expect(column[7], 'pale below').toBeLessThan(120)
  }
  await page.goto(`/e/${press.equipmentId}?period=4h`)
  const detail = page.locator('.detail .timeline-canvas')
  await expect.poll(async () => (await columnOf(detail))[0]).toBe(0)
  isQuiet(await columnOf(detail))
  await page.goto(equipmentPath(unit, 'period=4h'))
  const strip = (name: string) => tileOf(page, name).locator('.timeline-canvas')
  await expect.poll(async () => (await columnOf(strip('Press')))[0]).toBe(0)
  isQuiet(await columnOf(strip('Press')))
  expect((await columnOf(strip('Saw')))[1]).toBe(255)
  await page.goto(equipmentPath(unit, 'period=4h&view=timeline'))
  const row = page.getByRole('slider', { name: 'Status of Press' })
  await expect.poll(async () => (await columnOf(row.locator('canvas')))[2]).toBe(0)
  await row.hover({ position: { x: 200, y: 12 } })
  await expect(row).toContainText('Not scheduled · down')
  await expect(row).toHaveAttribute('aria-valuetext', /^Not scheduled · down, /)
  await page.goto(`/e/${saw.equipmentId}?period=4h`)
  await expect.poll(async () => (await columnOf(detail))[5]).toBe(255)
})

test('the unit says what is scheduled and what is not, and the wall repeats it', async ({ signedIn: page, plant }) => {
  const { unit } = await hallOf(plant)
  await page.goto(`/o/${unit}`)
  const now = page.getByRole('region', { name: 'Now' })
  await expect(now).toContainText('Scheduled 2')
  await expect(now).toContainText('1 running')
  await expect(now).toContainText('1 down')
  await expect(now).toContainText('1 not scheduled')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(equipmentPath(unit, 'view=wall'))
  await expect(page.getByRole('region', { name: /^Wall of / })).toContainText(
    'Scheduled 2: 1 running, 1 down · 1 not scheduled',
  )
})

test('a machine that becomes scheduled is loud at once, everywhere', async ({ signedIn: page, plant }) => {
  const { press } = await hallOf(plant)
  await page.goto(`/e/${press.equipmentId}`)
  const chip = page.locator('.status-tag-large')
  await expect(chip).toContainText('Not scheduled')
  const stop = page.getByTestId('status-row').locator('.status-tag')
  await expect(stop).toHaveText(/^Not scheduled· down/)
  await expect(stop).toHaveAttribute('data-quiet', 'true')
  await page.getByRole('button', { name: 'Table', exact: true }).first().click()
  await expect(page.locator('.detail-table tbody tr[aria-rowindex="2"]')).toContainText('Not scheduled · down')
  await plant.company.call('PUT', `/v0/e/${press.equipmentId}/schedule`, { schedule: ALWAYS })
  await expect(chip).toHaveText(/^Down/)
  await expect(inTree(page, press).locator('svg.status-down')).toBeVisible()
})
