import { RUNNING } from '@millwatch/domain/status'
import { statusTiles } from './patterns.ts'
import type { Span, Window } from './span.ts'
import type { Colours } from './theme.ts'

type Fill = string | CanvasPattern

/** Tiles are made once per theme and density of pixels, not once per machine. */
const made = new Map<string, ReturnType<typeof statusTiles>>()

function fillsOf(context: CanvasRenderingContext2D, colours: Colours, scale: number): Fill[] {
  const key = `${colours.theme} ${scale}`
  const tiles = made.get(key) ?? statusTiles(colours, scale)
  made.set(key, tiles)
  return tiles.map((canvas) => {
    const pattern = canvas && context.createPattern(canvas, 'repeat')
    pattern?.setTransform(new DOMMatrix([1 / scale, 0, 0, 1 / scale, 0, 0]))
    return pattern ?? colours['running-area']
  })
}

/**
 * Paints a timeline over the whole canvas: no data first, then running, then everything else on top and at least one
 * screen pixel wide, so that the shortest stop is seen.
 */
export function paintTimeline(
  canvas: HTMLCanvasElement,
  spans: readonly Span[],
  window: Window,
  colours: Colours,
): void {
  const scale = devicePixelRatio || 1
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (context === null || width === 0) return
  context.scale(scale, scale)
  const fills = fillsOf(context, colours, scale)
  const fill = (status: number, x: number, wide: number): void => {
    context.fillStyle = fills[status] ?? colours.line
    context.fillRect(x, 0, wide, height)
  }
  fill(0, 0, width)
  const pixelsPerMs = width / (window.to - window.from)
  const snap = (at: number): number => Math.round((at - window.from) * pixelsPerMs * scale) / scale
  for (const onTop of [false, true]) {
    for (const span of spans) {
      if ((span.status !== RUNNING) !== onTop) continue
      const from = Math.max(0, snap(span.from))
      const to = Math.min(width, snap(span.to ?? window.to))
      if (to >= from && from < width && (span.to ?? window.to) > window.from)
        fill(span.status, from, Math.max(to - from, 1 / scale))
    }
  }
}
