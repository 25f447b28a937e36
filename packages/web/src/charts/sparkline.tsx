import './charts.css'
import { useCallback, useRef } from 'react'
import { useColours } from './theme.ts'
import { type Ready, usePainted } from './use-painted.ts'

/** Margin around the line, as it is wider than a hairline, px. */
const AIR_PX = 2

/**
 * Draws values from left to right as a line over the whole canvas, the least at the bottom and the greatest at the top. Equal
 * values are a line in the middle; without values nothing is drawn.
 */
function paintSparkline({ context, width, height }: Ready, values: readonly number[], colour: string): void {
  const [first] = values
  if (first === undefined) return
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const toY = (value: number): number =>
    most === least ? height / 2 : height - AIR_PX - ((value - least) / (most - least)) * (height - 2 * AIR_PX)
  const step = (width - 2 * AIR_PX) / Math.max(1, values.length - 1)
  context.strokeStyle = colour
  context.lineWidth = 1.25
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(AIR_PX, toY(first))
  // A single value is drawn as a line too.
  if (values.length === 1) context.lineTo(width - AIR_PX, toY(first))
  values.forEach((value, index) => {
    context.lineTo(AIR_PX + index * step, toY(value))
  })
  context.stroke()
}

interface SparklineProps {
  values: readonly number[]
  label: string
  /** Series whose colour the line has. */
  tone?: 'cycle-time' | 'temperature' | 'analog'
}

/**
 * Small line chart of a few values from left to right, from the least at the bottom to the greatest at the top; equal values are
 * a line in the middle.
 */
export function Sparkline({ values, label, tone = 'cycle-time' }: SparklineProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colour = useColours()[tone]
  usePainted(
    canvas,
    useCallback((ready) => paintSparkline(ready, values, colour), [values, colour]),
  )
  return <canvas ref={canvas} className="fill" role="img" aria-label={label} title={label} />
}
