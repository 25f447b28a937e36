import './charts.css'
import { useCallback, useRef, useState } from 'react'
import type { Window } from './span.ts'
import { type Colours, useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { xOf } from './use-drag.ts'
import { type Ready, usePainted } from './use-painted.ts'

/**
 * Values by part of a period, in parallel lists; a part without values has no entry. `column` is the number of the part, from
 * 0, ascending.
 */
export interface BandColumns {
  /** Start and end of the period, epoch ms, and the number of columns it is divided into. */
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

/** Returns the least and the greatest of all values; undefined without values. */
export function scaleOf({ min, max }: BandColumns): Scale | undefined {
  if (min.length === 0) return undefined
  return { least: Math.min(...min), most: Math.max(...max) }
}

const AIR_PX = 3

function paintBand({ context, width, height }: Ready, columns: BandColumns, window: Window, colours: Colours): void {
  const scale = scaleOf(columns)
  if (scale === undefined) return
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
    // Pixel columns without cycles interrupt the line.
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
  /** Returns the content of the tooltip of a column, by its index in the lists. */
  tip: (index: number) => React.ReactNode
}

/**
 * Small chart of values over a period: an area from minimum to maximum, and the mean as a line. The pointer shows the tooltip
 * of the nearest part with values.
 */
export function CycleBand({ columns, window, height, label, tip }: CycleBandProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useColours()
  const [pointer, setPointer] = useState<{ x: number; width: number }>()
  usePainted(
    canvas,
    useCallback((ready) => paintBand(ready, columns, window, colours), [columns, window, colours]),
  )
  const at = pointer && window.from + (pointer.x / Math.max(1, pointer.width)) * (window.to - window.from)
  const index = at === undefined ? -1 : nearest(columns, at)
  return (
    <div
      className="anchor timeline"
      style={{ height }}
      onPointerMove={(event) => setPointer({ x: xOf(event), width: event.currentTarget.offsetWidth })}
      onPointerLeave={() => setPointer(undefined)}
    >
      <canvas ref={canvas} role="img" aria-label={label} className="fill timeline-canvas" />
      {pointer !== undefined && index >= 0 && (
        <Tip x={pointer.x} width={pointer.width}>
          {tip(index)}
        </Tip>
      )}
    </div>
  )
}

/** Returns the index in the lists of the part with values that is nearest to an instant (epoch ms); -1 without any. */
function nearest({ column, from, to, width }: BandColumns, at: number): number {
  const wanted = ((at - from) / (to - from)) * width
  let best = -1
  column.forEach((pixel, index) => {
    if (best < 0 || Math.abs(pixel + 0.5 - wanted) < Math.abs((column[best] ?? 0) + 0.5 - wanted)) best = index
  })
  return best
}
