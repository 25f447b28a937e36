import type { Window } from './span.ts'
import type { Colours } from './theme.ts'
import { markWords, timeMarks, wholeMarks } from './time-marks.ts'

interface Titled {
  /** First line: the name of the chart and its unit. */
  title: string
  /** Second line: machine or unit, period and time zone. */
  under: string
  colours: Colours
  /** Period and zone for a time axis that is drawn below the chart; absent for a chart with a time axis of its own. */
  axis?: { readonly window: Window; readonly zone: string }
  /** Colours of the chart with their meanings, drawn below it; absent for none. */
  legend?: readonly { readonly colour: string; readonly words: string }[]
}

const PAD_PX = 16
const HEAD_PX = 56
const AXIS_PX = 22
const LEGEND_PX = 24
const FONT = 'Inter Variable, sans-serif'

/** Returns a text as it is, or one that is wider than `width` px shortened, with an ellipsis at its end. */
function fitted(context: CanvasRenderingContext2D, words: string, width: number): string {
  if (context.measureText(words).width <= width) return words
  const letters = [...words]
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('')}…`
}

/** Draws the labels of a time axis below a chart, in the colour and font of the context. */
function drawAxis(
  context: CanvasRenderingContext2D,
  { window, zone }: NonNullable<Titled['axis']>,
  { top, width }: { top: number; width: number },
): void {
  const marks = wholeMarks(timeMarks(window, zone, width), window, zone, width)
  context.textAlign = 'center'
  for (const at of marks) {
    const x = PAD_PX + ((at - window.from) / (window.to - window.from)) * width
    context.fillText(markWords(at, window, zone), x, top + 16)
  }
  context.textAlign = 'left'
}

const SWATCH_PX = 10

/** Draws squares in the colours of a chart with their meanings, in one line. */
function drawLegend(
  context: CanvasRenderingContext2D,
  legend: NonNullable<Titled['legend']>,
  { top, colours }: { top: number; colours: Colours },
): void {
  let x = PAD_PX
  for (const { colour, words } of legend) {
    context.fillStyle = colour
    context.fillRect(x, top + 9, SWATCH_PX, SWATCH_PX)
    context.fillStyle = colours['text-2']
    context.fillText(words, x + SWATCH_PX + 5, top + 18)
    x += SWATCH_PX + 5 + context.measureText(words).width + 16
  }
}

/**
 * Returns the canvas of a chart as an image (PNG), with the background of the theme, two lines of title above, and axis and
 * legend below; a line of the title that is too wide is cut. Rejects when the browser cannot make an image.
 */
export function titledImage(chart: HTMLCanvasElement, { title, under, colours, axis, legend }: Titled): Promise<Blob> {
  const scale = chart.clientWidth === 0 ? 1 : chart.width / chart.clientWidth
  const [chartWidth, chartHeight] = [chart.width / scale, chart.height / scale]
  const below = (axis === undefined ? 0 : AXIS_PX) + (legend === undefined ? 0 : LEGEND_PX)
  const [width, height] = [chartWidth + 2 * PAD_PX, chartHeight + HEAD_PX + below + PAD_PX]
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null) return Promise.reject(new Error('This browser makes no pictures'))
  context.scale(scale, scale)
  context.fillStyle = colours.panel
  context.fillRect(0, 0, width, height)
  context.textBaseline = 'alphabetic'
  context.fillStyle = colours.text
  context.font = `600 14px ${FONT}`
  context.fillText(fitted(context, title, width - 2 * PAD_PX), PAD_PX, 26)
  context.fillStyle = colours['text-2']
  context.font = `450 12px ${FONT}`
  context.fillText(fitted(context, under, width - 2 * PAD_PX), PAD_PX, 44)
  context.drawImage(chart, PAD_PX, HEAD_PX, chartWidth, chartHeight)
  const foot = HEAD_PX + chartHeight
  if (axis !== undefined) drawAxis(context, axis, { top: foot, width: chartWidth })
  if (legend !== undefined) drawLegend(context, legend, { top: foot + (axis === undefined ? 0 : AXIS_PX), colours })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser makes no pictures'))
      else resolve(blob)
    }, 'image/png')
  })
}
