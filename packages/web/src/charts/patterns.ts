import type { Colours } from './theme.ts'

/** Returns a square tile of `size` px for patterns, painted by `draw` and scaled to the pixel density of the screen. */
function tile(size: number, scale: number, draw: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.scale(scale, scale)
    draw(context)
  }
  return canvas
}

function diagonals(context: CanvasRenderingContext2D, size: number, colour: string, width: number): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - 1, size + 1)
    context.lineTo(shift + size + 1, -1)
  }
  context.stroke()
}

const ground = (context: CanvasRenderingContext2D, size: number, colour: string): void => {
  context.fillStyle = colour
  context.fillRect(0, 0, size, size)
}

const DARKER = 'rgb(0 0 0 / 38%)'

/** Returns the tile of the dim hatch for time without data; `scale` is the number of device pixels per layout pixel. */
export function hatchTile(colours: Colours, scale: number): HTMLCanvasElement {
  return tile(8, scale, (context) => diagonals(context, 8, colours['no-data'], 1.2))
}

/**
 * Returns the patterns of areas by status, from 0 (no data) to 4; undefined for running, whose area is plain. `scale` is the
 * number of device pixels per CSS pixel.
 */
export function statusTiles(colours: Colours, scale: number): (HTMLCanvasElement | undefined)[] {
  const down = tile(8, scale, (context) => {
    ground(context, 8, colours['down-area'])
    diagonals(context, 8, DARKER, 2)
  })
  const offline = tile(6, scale, (context) => {
    ground(context, 6, colours['offline-area'])
    context.fillStyle = 'rgb(0 0 0 / 55%)'
    context.beginPath()
    context.arc(1.5, 1.5, 1, 0, Math.PI * 2)
    context.arc(4.5, 4.5, 1, 0, Math.PI * 2)
    context.fill()
  })
  const off = tile(4, scale, (context) => {
    ground(context, 4, colours['powered-off-area'])
    context.fillStyle = DARKER
    context.fillRect(0, 2.6, 4, 1.2)
  })
  return [hatchTile(colours, scale), undefined, down, offline, off]
}
