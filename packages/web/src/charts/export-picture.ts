import type { Colours } from './theme.ts'

interface Titled {
  /** First line: the name of the chart and its unit. */
  title: string
  /** Second line: machine or unit, period and time zone. */
  under: string
  colours: Colours
}

const PAD_PX = 16
const HEAD_PX = 56
const FONT = 'Inter Variable, sans-serif'

/** Shortens a text that is wider than `width`, px, and ends it with an ellipsis. */
function fitted(context: CanvasRenderingContext2D, words: string, width: number): string {
  if (context.measureText(words).width <= width) return words
  const letters = [...words]
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) letters.pop()
  return `${letters.join('')}…`
}

/**
 * Returns the canvas of a chart as an image (PNG), with the background of the theme and two lines of title above; a title
 * that is too wide is cut. Rejects when the browser cannot make an image.
 */
export function titledImage(chart: HTMLCanvasElement, { title, under, colours }: Titled): Promise<Blob> {
  const scale = chart.clientWidth === 0 ? 1 : chart.width / chart.clientWidth
  const [width, height] = [chart.width / scale + 2 * PAD_PX, chart.height / scale + HEAD_PX + PAD_PX]
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
  context.drawImage(chart, PAD_PX, HEAD_PX, chart.width / scale, chart.height / scale)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser makes no pictures'))
      else resolve(blob)
    }, 'image/png')
  })
}
