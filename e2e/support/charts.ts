import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the region of a chart by its title, such as `Cycle time, s`. */
export const chartOf = (page: Page, title: string | RegExp): Locator => page.getByRole('region', { name: title })

/** Returns the element of a chart that takes pointer and keys, and whose value describes the chart in words. */
export const pointerOf = (chart: Locator): Locator => chart.getByRole('slider')

/** Returns the range of each value axis of a chart, in its order; NaN for a missing number. */
export async function scalesOf(chart: Locator): Promise<{ min: number; max: number }[]> {
  const scales = await chart.locator('[data-scales]').getAttribute('data-scales')
  return (scales ?? '').split(', ').map((scale) => {
    const [min = Number.NaN, max = Number.NaN] = scale.split(' ').map(Number)
    return { min, max }
  })
}

/** Margins around the plot of a chart with one axis, px. */
const margin = { left: 40, right: 4, top: 10, bottom: 24 }

/**
 * Returns the place of an instant (epoch ms) and a value on the first axis in the chart, in px from its upper left corner. A
 * value beyond the axis is moved to its end. Throws an error if there is no chart.
 */
export async function placeOf(
  chart: Locator,
  period: { from: number; to: number },
  at: number,
  value: number,
): Promise<{ x: number; y: number }> {
  const box = await chart.locator('[data-scales]').boundingBox()
  const [scale] = await scalesOf(chart)
  if (box === null || scale === undefined) throw new Error('There is no chart')
  const [width, height] = [box.width - margin.left - margin.right, box.height - margin.top - margin.bottom]
  const held = Math.min(scale.max, Math.max(scale.min, value))
  return {
    x: margin.left + ((at - period.from) / (period.to - period.from)) * width,
    y: margin.top + ((scale.max - held) / (scale.max - scale.min)) * height,
  }
}

/**
 * Returns true if a colour of the theme (`--cycle-time`) is painted at most `within` px from a place of the chart, nearly opaque
 * and with a small tolerance.
 */
export async function isPainted(
  chart: Locator,
  colour: string,
  { x, y }: { x: number; y: number },
  within = 3,
): Promise<boolean> {
  return chart.locator('canvas').evaluate(
    (canvas: HTMLCanvasElement, { name, at, reach }) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${name})`
      const wanted = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? []
      probe.remove()
      const scale = canvas.width / canvas.clientWidth
      const [left, top, size] = [(at.x - reach) * scale, (at.y - reach) * scale, 2 * reach * scale]
      const { data } = canvas.getContext('2d')?.getImageData(left, top, size, size) ?? { data: [] }
      for (let i = 0; i < data.length; i += 4)
        if (
          wanted.length === 3 &&
          wanted.every((part, j) => Math.abs(part - (data[i + j] ?? 0)) <= 14) &&
          (data[i + 3] ?? 0) > 200
        )
          return true
      return false
    },
    { name: colour, at: { x, y }, reach: within },
  )
}

/** Chooses one of the chart options by its label, and closes the options. */
export async function option(page: Page, words: string): Promise<void> {
  await chartOf(page, 'Cycle time, s')
    .or(chartOf(page, /^Cycle time, Temp/))
    .getByRole('button', { name: /^Chart options/ })
    .click()
  const box = page.getByRole('region', { name: 'Chart options' })
  await box
    .getByRole('radio', { name: words, exact: true })
    .or(box.getByRole('switch', { name: words }))
    .click()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
}
