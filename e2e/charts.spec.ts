import type { DeviceEvent } from '@millwatch/contract/devices'
import { HOUR_MS, MINUTE_MS } from '@millwatch/domain/time'
import { chartOf, isPainted, option, placeOf, pointerOf, scalesOf } from './support/charts.ts'
import { send } from './support/device.ts'
import { cycleTime, deviationOf, meanOf, measured, temperature } from './support/measured.ts'
import { compact } from './support/past.ts'
import { EVERYDAY, expect, test } from './support/test.ts'

test('one dot stands for the 8 cycles of its event: it says so, points are joined, and σ is of what was measured alone', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Batches ${plant.tag}`, plant.company.rootUnitId)
  const from = Math.floor((Date.now() - 3 * HOUR_MS) / MINUTE_MS) * MINUTE_MS
  // Eight cycles of 40 to 44 s per event, 10 minutes apart: further than two single cycles that are joined.
  const events = Array.from(
    { length: 12 },
    (_, i): DeviceEvent => ({ t: from + 10 * MINUTE_MS * (i + 1), type: 'cycle', cycle_time: 40 + (i % 5), count: 8 }),
  )
  await send(plant.url, machine, events)
  const path = `/e/${machine.equipmentId}?from=${compact(from)}&to=${compact(from + 2.5 * HOUR_MS)}`
  await page.goto(path)
  const chart = cycleTime(page)
  await expect(chart).toContainText(
    '1 dot = 8 cycles · means of groups of cycles · axis: all values, as cycles came in groups and have no σ',
  )
  await expect(page.getByText('no σ: only means of groups · 96 cycles')).toBeVisible()
  const between = { from, to: from + 2.5 * HOUR_MS }
  // Half way between two points is the line between them.
  const place = await placeOf(chart, between, from + 15 * MINUTE_MS, 40.5)
  await expect.poll(() => isPainted(chart, '--cycle-time', place)).toBe(true)
  await send(plant.url, machine, [{ t: from + 2.2 * HOUR_MS, type: 'cycle', cycle_time: 50 }])
  await page.goto(path)
  await expect(chart).toContainText(
    '1 dot = 1 to 8 cycles · means of groups (96 of 97 cycles) and single cycles · axis: mean ± 3 σ of single cycles',
  )
  await expect(page.getByText('σ 0.00 of 1 measured alone · 97 cycles')).toBeVisible()
  // A long note is no wider than its figure, so that it is not drawn over the next one.
  await page.setViewportSize({ width: 1440, height: 900 })
  const notes = page.getByRole('region', { name: 'Now and in the period' }).locator('.figure-note')
  const beyond = (all: Element[]) => all.map((note) => note.scrollWidth - note.clientWidth)
  expect(Math.max(...(await notes.evaluateAll(beyond)))).toBe(0)
})

test(
  'separate charts: real points where they were, startup and outlier marks, shifts and gaps shown, averages with sigma and count',
  EVERYDAY,
  async ({ signedIn: page, plant }) => {
    const measurement = await measured(plant, 'Measured', 2)
    await page.goto(`${measurement.path}&sd=none`)
    await expect(page.getByRole('list', { name: 'Shifts' })).toHaveText('2nd shift')
    const chart = cycleTime(page)
    await expect(chart).toContainText('every point · axis: all values · ○ outlier · ◉ startup cycle')
    await expect(pointerOf(chart)).toHaveAccessibleName(
      /^Cycle time: 122 values, least 10\.00, greatest 700\.00 s, mean /,
    )
    await expect(pointerOf(temperature(page))).toHaveAccessibleName(
      /^Temperature: 122 values, least 40\.0, greatest 40\.9 °C/,
    )
    const seen = (colour: string, at: number, value: number, target = chart) =>
      placeOf(target, measurement, at, value).then((place) => isPainted(target, colour, place))
    await expect.poll(() => seen('--cycle-time', measurement.from + 11 * MINUTE_MS, 10.4)).toBe(true)
    expect(await seen('--temperature', measurement.from + 10 * MINUTE_MS, 40, temperature(page))).toBe(true)
    // Each marked cycle has a circle around it, others have none.
    expect(await seen('--text', measurement.outlierAt, 90)).toBe(true)
    expect(await seen('--text', measurement.from + 20 * MINUTE_MS, 90)).toBe(false)
    // The plot is hatched only while the machine was offline.
    const hatched = (at: number) =>
      placeOf(chart, measurement, at, 350).then((place) => isPainted(chart, '--no-data', place, 8))
    expect(await hatched(measurement.from + 70 * MINUTE_MS)).toBe(true)
    expect(await hatched(measurement.from + 25 * MINUTE_MS)).toBe(false)

    // Each chart has the strip of its shift above it, in the colour of that shift.
    const [{ max = 0 } = {}] = await scalesOf(chart)
    expect(await seen('--shift-2', measurement.from + 20 * MINUTE_MS, max)).toBe(true)
    expect(await seen('--shift-1', measurement.from + 20 * MINUTE_MS, max)).toBe(false)

    const averages = page.getByRole('region', { name: 'Now and in the period' })
    const values = [...measurement.plain, 90, 700]
    await expect(averages).toContainText(`avg ${meanOf(values).toFixed(2)} · σ ${deviationOf(values).toFixed(2)}`)
    await expect(averages).toContainText('122 cycles')
    await expect(page.getByRole('region', { name: 'Averages' })).toHaveCount(0)
    await expect(averages).not.toContainText('Analog')
    await expect(page.getByRole('region', { name: /^Analog/ })).toHaveCount(0)
  },
)

test('y-axis none or N standard deviations: values outside are clipped and counted; startup and outlier cycles can be ignored', async ({
  signedIn: page,
  plant,
}) => {
  const measurement = await measured(plant, 'Scaled')
  await page.goto(measurement.path)
  const chart = cycleTime(page)
  const values = [...measurement.plain, 90, 700]
  await expect(chart).toContainText('axis: mean ± 3 σ · ○ outlier · ◉ startup cycle · ▴ 1 beyond')
  const [three] = await scalesOf(chart)
  expect(three?.min).toBe(0)
  expect(three?.max).toBeCloseTo(meanOf(values) + 3 * deviationOf(values), 3)

  await option(page, 'Ignore startup cycles')
  await option(page, 'Ignore outlier cycles')
  await expect(page).toHaveURL(/ignore=startup(,|%2C)outliers/)
  const averages = page.getByRole('region', { name: 'Now and in the period' })
  await expect(averages).toContainText('120 cycles, without startup cycles and outliers')
  await expect(chart).not.toContainText('○ outlier')
  await option(page, '± 9 σ')
  await expect(page).toHaveURL(/sd=9/)
  await expect
    .poll(async () => (await scalesOf(chart))[0]?.max)
    .toBeCloseTo(meanOf(measurement.plain) + 9 * deviationOf(measurement.plain), 3)
  await option(page, 'None')
  await expect.poll(async () => (await scalesOf(chart))[0]?.min).toBeLessThan(10)
  await expect.poll(async () => (await scalesOf(chart))[0]?.max).toBeLessThan(11)
})

test('combine data charts, chart type scatter, and the unit of the analog input as it is set up: the address shows the same', async ({
  signedIn: page,
  plant,
}) => {
  const measurement = await measured(plant, 'Combined')
  const analog_in_1_config = { unit: 'bar', scale: 0.5, offset: 1 }
  const change = { analog_in_1_config, from: new Date(measurement.from).toISOString() }
  await plant.company.call('PUT', `/v0/devices/${measurement.machine.deviceId}`, change)
  const at = measurement.from + 20 * MINUTE_MS
  await send(
    plant.url,
    measurement.machine,
    [4, 8].map((raw, i) => ({ t: at + i * 1000, type: 'tlm', analog_in_1: raw })),
  )
  await page.goto(measurement.path)
  await expect(pointerOf(chartOf(page, 'Analog input, bar'))).toHaveAccessibleName(
    /^Analog input: 2 values, least 3\.0, greatest 5\.0 bar, mean 4\.0 bar/,
  )
  await expect(page.getByRole('region', { name: 'Now and in the period' })).toContainText(
    'avg 4.0 · σ 1.00 · 2 readings',
  )
  await option(page, 'Combine data charts')
  const combined = chartOf(page, 'Cycle time, Temperature, Analog input')
  await expect(pointerOf(combined)).toHaveAccessibleName(/^Cycle time: 122 values.*Temperature: 122.*Analog input: 2/)
  await expect(cycleTime(page)).toHaveCount(0)
  expect(await scalesOf(combined)).toHaveLength(3)
  await page.getByRole('button', { name: 'Scatter' }).click()
  await expect(page).toHaveURL(/chart=scatter/)
  await page.reload()
  await expect(combined).toBeVisible()
  await expect(page.getByRole('button', { name: 'Scatter' })).toHaveAttribute('aria-pressed', 'true')
  await option(page, 'Combine data charts')
  // Points are separate: nothing is drawn between two of them.
  const chart = cycleTime(page)
  // The options are part of the charts, which are made again when they are separated.
  await expect(chart).toBeVisible()
  await option(page, 'None')
  const seen = (instant: number, value: number) =>
    placeOf(chart, measurement, instant, value).then((place) => isPainted(chart, '--cycle-time', place))
  await expect.poll(() => seen(measurement.outlierAt - MINUTE_MS, 50)).toBe(false)
  expect(await seen(measurement.from + 11 * MINUTE_MS, 10.4)).toBe(true)
})

test('the crosshair is shared by all charts, follows the arrow keys, and is described in words; charts follow the width of the page', async ({
  signedIn: page,
  plant,
}) => {
  const measurement = await measured(plant, 'Pointed')
  await page.goto(`${measurement.path}&sd=none`)
  const [chart, other] = [cycleTime(page), temperature(page)]
  const { x, y } = await placeOf(chart, measurement, measurement.outlierAt, 90)
  await pointerOf(chart).hover({ position: { x, y } })
  await expect(chart.locator('.tip')).toContainText('90.00 s · outlier')
  await expect(other.locator('.tip')).toContainText('40.0 °C')
  const atGap = await placeOf(chart, measurement, measurement.from + 70 * MINUTE_MS, 350)
  await pointerOf(chart).hover({ position: atGap })
  await expect(chart.locator('.tip')).toContainText('no data')

  await page.mouse.move(0, 0)
  await expect(chart.locator('.tip')).toHaveCount(0)
  await pointerOf(other).focus()
  await expect(pointerOf(other)).toHaveAttribute('aria-valuetext', 'No instant chosen; arrow keys choose one')
  await page.keyboard.press('Home')
  await expect(pointerOf(other)).toHaveAttribute('aria-valuetext', /^40\.0 °C, at /)
  await page.keyboard.press('ArrowRight')
  await expect(pointerOf(other)).toHaveAttribute('aria-valuetext', /^40\.1 °C, at /)
  await expect(chart.locator('.tip')).toContainText('10.10 s')
  await page.keyboard.press('End')
  await expect(pointerOf(other)).toHaveAttribute('aria-valuetext', /^40\.1 °C, at /)
  await page.keyboard.press('Escape')
  await expect(chart.locator('.tip')).toHaveCount(0)

  const columns = page.getByRole('region', { name: /^Utilization by/ }).getByRole('slider')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const drawn of [chart.locator('[data-scales]'), columns]) {
      const lacks = () => drawn.evaluate((box) => box.clientWidth - (box.querySelector('canvas')?.clientWidth ?? 0))
      await expect.poll(lacks).toBe(0)
    }
  }
})

test('dragging at least 15 px zooms; hover and zoom are kept while cycles come in, each of which is drawn at once', async ({
  signedIn: page,
  plant,
}) => {
  const machine = await plant.machineIn(`Live ${plant.tag}`, plant.company.rootUnitId)
  const now = Date.now()
  const cycle = (t: number): DeviceEvent => ({ t, type: 'cycle', cycle_time: 12, temperature_1: 40 })
  await send(
    plant.url,
    machine,
    Array.from({ length: 100 }, (_, i) => cycle(now - 50 * MINUTE_MS + i * 20_000)),
  )
  await page.goto(`/e/${machine.equipmentId}?period=1h`)
  await expect(page.locator('[data-connection="connected"]')).toBeAttached()
  const chart = cycleTime(page)
  const pointer = pointerOf(chart)
  await expect(pointer).toHaveAccessibleName(/^Cycle time: 100 values/)
  await pointer.hover({ position: { x: 400, y: 60 } })
  const tip = chart.locator('.tip')
  await expect(tip).toContainText('12.00 s')
  const text = await tip.textContent()
  await send(plant.url, machine, [cycle(Date.now() - 1000)])
  await expect(pointer).toHaveAccessibleName(/^Cycle time: 101 values/)
  await expect(tip).toHaveText(text ?? '')

  const box = await pointer.boundingBox()
  const drag = async (from: number, to: number): Promise<void> => {
    await page.mouse.move((box?.x ?? 0) + from, (box?.y ?? 0) + 60)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + to, (box?.y ?? 0) + 60, { steps: 3 })
    await page.mouse.up()
  }
  await drag(300, 314)
  await expect(page).not.toHaveURL(/zoomed/)
  await drag(300, 315 + 100)
  await expect(page).toHaveURL(/zoomed=1h/)
  const address = page.url()
  await expect(pointer).toHaveAccessibleName(/^Cycle time: (?!101 )\d+ values/)
  const before = await pointer.getAttribute('aria-label')
  await send(plant.url, machine, [cycle(Date.now() - 500)])
  await expect(page.getByTestId('cycles')).toBeVisible()
  await expect(pointer).toHaveAccessibleName(before ?? '')
  expect(page.url()).toBe(address)
})
