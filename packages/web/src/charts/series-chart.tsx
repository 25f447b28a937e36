import './charts.css'
import { useMemo, useRef } from 'react'
import { type ChartLine, type DrawnLine, reduceLine } from './chart-line.ts'
import { useCrosshair } from './crosshair.tsx'
import type { ShiftSpan } from './segment.ts'
import { plotWidth, seriesOption } from './series-option.ts'
import { SeriesPointer } from './series-pointer.tsx'
import type { Window } from './span.ts'
import { useColours } from './theme.ts'
import { useChartWidth } from './use-chart-width.ts'
import { useEChart } from './use-echart.ts'

interface SeriesChartProps {
  lines: readonly ChartLine[]
  window: Window
  gaps: readonly Window[]
  shifts: readonly ShiftSpan[]
  kind: 'line' | 'scatter'
  /** Number of standard deviations that the value axes reach to both sides of the mean; null for axes of all values. */
  deviations: number | null
  zone: string
  height: number
  /** Text for screen readers that describes the whole chart. */
  label: string
  /** Called with the window that a person dragged over. */
  onZoom: (window: Window) => void
  /** Element that holds the canvas of the chart. */
  picture: React.RefObject<HTMLDivElement | null>
}

/**
 * Chart of one or more lines over time. The pointer or the arrow keys select an instant, which all charts inside a
 * `SharedCrosshair` show; a drag calls `onZoom`.
 */
export function SeriesChart(props: SeriesChartProps) {
  const { lines, window, gaps, shifts, kind, deviations, zone, height, picture } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useChartWidth(frame)
  const colours = useColours()
  const crosshair = useCrosshair()
  const plot = plotWidth(width, lines.length)
  const drawn = useMemo(
    () => lines.map((line) => reduceLine(line, { window, width: plot, gaps, deviations })),
    [lines, window, plot, gaps, deviations],
  )
  const option = useMemo(
    () => (width === 0 ? undefined : seriesOption({ lines: drawn, window, gaps, shifts, kind, zone, colours, width })),
    [drawn, window, gaps, shifts, kind, zone, colours, width],
  )
  useEChart(picture, option, { width, height })
  return (
    <div ref={frame} className="anchor series-chart" style={{ height }} {...scales(drawn)}>
      <div ref={picture} className="fill series-chart-canvas" />
      {width > 0 && (
        <SeriesPointer
          lines={drawn}
          window={window}
          gaps={gaps}
          zone={zone}
          width={width}
          label={props.label}
          crosshair={crosshair}
          onZoom={props.onZoom}
        />
      )}
    </div>
  )
}

/** Returns an attribute with the ranges of the value axes, for browser tests. */
const scales = (drawn: readonly DrawnLine[]) => ({
  'data-scales': drawn.map(({ scale }) => `${scale.min} ${scale.max}`).join(', '),
})
