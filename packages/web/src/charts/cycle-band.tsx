import './charts.css'
import { useEffect, useRef, useState } from 'react'
import { useWidth } from '../ui/use-size.ts'
import { readyCanvas } from './paint-timeline.ts'
import type { Window } from './span.ts'
import { type Colours, useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { xOf } from './use-drag.ts'

/** Values by the pixel columns of a period, fields side by side; a column without values has no entry. */
export interface BandColumns {
  /** Epoch ms of the whole, and into how many columns it is cut. */
  readonly from: number
  readonly to: number
  readonly width: number
  readonly column: readonly number[]
  readonly min: readonly number[]
  readonly max: readonly number[]
  readonly mean: readonly number[]
}

interface Scale {
  readonly least: number
  readonly most: number
}

/** From the least to the greatest of all: nothing lies outside. */
export function scaleOf({ min, max }: BandColumns): Scale | undefined {
  if (min.length === 0) return undefined
  return { least: Math.min(...min), most: Math.max(...max) }
}

const AIR_PX = 3

function paintBand(canvas: HTMLCanvasElement, columns: BandColumns, window: Window, colours: Colours): void {
  const ready = readyCanvas(canvas)
  const scale = scaleOf(columns)
  if (ready === undefined || scale === undefined) return
  const { context, width, height } = ready
  const { least, most } = scale
  const toX = (column: number): number => {
    const at = columns.from + ((column + 0.5) * (columns.to - columns.from)) / columns.width
    return ((at - window.from) / (window.to - window.from)) * width
  }
  const toY = (value: number): number =>
    most === least ? height / 2 : height - AIR_PX - ((value - least) / (most - least)) * (height - 2 * AIR_PX)
  context.strokeStyle = colours['cycle-time']
  context.globalAlpha = 0.45
  context.lineWidth = 1.5
  context.beginPath()
  columns.column.forEach((column, index) => {
    context.moveTo(toX(column), toY(columns.min[index] ?? 0) + 0.5)
    context.lineTo(toX(column), toY(columns.max[index] ?? 0) - 0.5)
  })
  context.stroke()
  context.globalAlpha = 1
  context.lineWidth = 1.25
  context.beginPath()
  columns.column.forEach((column, index) => {
    const [x, y] = [toX(column), toY(columns.mean[index] ?? 0)]
    // Columns without cycles between two part the line.
    if (columns.column[index - 1] === column - 1) context.lineTo(x, y)
    else context.moveTo(x - 0.75, y)
    context.lineTo(x + 0.01, y)
  })
  context.stroke()
}

interface CycleBandProps {
  columns: BandColumns
  window: Window
  height: number
  label: string
  /** What the tip says of a column, by its place in the lists. */
  tip: (index: number) => React.ReactNode
}

/** A small chart of values over a period: their band from least to greatest, and the mean. */
export function CycleBand({ columns, window, height, label, tip }: CycleBandProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const colours = useColours()
  const width = useWidth(box)
  const [x, setX] = useState<number>()
  useEffect(() => {
    if (canvas.current !== null && width > 0) paintBand(canvas.current, columns, window, colours)
  }, [columns, window, colours, width])
  const index =
    x === undefined || width === 0 ? -1 : nearest(columns, window.from + (x / width) * (window.to - window.from))
  return (
    <div
      ref={box}
      className="timeline"
      style={{ height }}
      onPointerMove={(event) => setX(xOf(event))}
      onPointerLeave={() => setX(undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={label} className="timeline-canvas" />
      {x !== undefined && index >= 0 && (
        <Tip x={x} width={width}>
          {tip(index)}
        </Tip>
      )}
    </div>
  )
}

/** The place of the column with values that is nearest to an instant; -1: there is none. */
function nearest({ column, from, to, width }: BandColumns, at: number): number {
  const wanted = ((at - from) / (to - from)) * width
  let best = -1
  column.forEach((one, index) => {
    if (best < 0 || Math.abs(one + 0.5 - wanted) < Math.abs((column[best] ?? 0) + 0.5 - wanted)) best = index
  })
  return best
}
