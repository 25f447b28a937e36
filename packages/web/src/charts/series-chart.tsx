import './charts.css'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWidth } from '../ui/use-size.ts'
import { nearestTo, type Series, type Statistics } from './band.ts'
import { init } from './echarts.ts'
import { MARGIN, seriesOption } from './series-option.ts'
import type { Window } from './span.ts'
import { useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { useDrag, xOf } from './use-drag.ts'

interface SeriesChartProps {
  series: Series
  window: Window
  gaps: readonly Window[]
  gapMs: number
  statistics: Statistics | undefined
  colour: 'cycle-time' | 'temperature'
  kind?: 'line' | 'scatter'
  zone: string
  height: number
  /** Words of the whole, for those who do not see it. */
  label: string
  /** What the tip says of the point of that index. */
  tip: (index: number) => React.ReactNode
  /** The same in words. */
  pointWords: (index: number) => string
  /** Called with what was dragged over. */
  onZoom: (window: Window) => void
}

/** Keeps one chart alive in an element, and its picture up to date; drawn again only when the picture is another. */
function useChart(box: React.RefObject<HTMLDivElement | null>, option: EChartsCoreOption | undefined): void {
  const chart = useRef<EChartsType>(null)
  useEffect(() => {
    if (box.current === null) return
    const made = init(box.current, null, { renderer: 'canvas' })
    chart.current = made
    return () => {
      made.dispose()
      chart.current = null
    }
  }, [box])
  useEffect(() => {
    if (option === undefined) return
    chart.current?.resize()
    chart.current?.setOption(option, { notMerge: true })
  }, [option])
}

/** One series over time. The pointer or the arrow keys choose a point, the tip tells it. */
export function SeriesChart(props: SeriesChartProps) {
  const { series, window, height, kind = 'line' } = props
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const colours = useColours()
  const [at, setAt] = useState<number>()
  const { gaps, gapMs, statistics, colour, zone } = props
  const option = useMemo(
    () =>
      width === 0
        ? undefined
        : seriesOption({ series, window, gaps, gapMs, statistics, colour, zone, kind, colours, width }),
    [series, window, gaps, gapMs, statistics, colour, zone, kind, colours, width],
  )
  useChart(box, option)
  const plot = width - MARGIN.left - MARGIN.right
  const index = at === undefined ? -1 : nearestTo(series, at, window)
  const pointAt = series.at[index]
  const toX = (time: number): number => MARGIN.left + ((time - window.from) / (window.to - window.from)) * plot
  const toAt = (x: number): number =>
    window.from +
    ((Math.min(width - MARGIN.right, Math.max(MARGIN.left, x)) - MARGIN.left) / Math.max(1, plot)) *
      (window.to - window.from)
  const drag = useDrag((left, right) => props.onZoom({ from: toAt(left), to: toAt(right) }))
  const step = (by: number): void => {
    const from = index === -1 ? nearestTo(series, window.to, window) : index + by
    const next = series.at[from]
    if (next !== undefined && next >= window.from && next < window.to) setAt(next)
  }
  return (
    <div
      ref={frame}
      className="series-chart"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, series.at.length)}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={index === -1 ? 'No point chosen; arrow keys choose one' : props.pointWords(index)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1)
        else if (event.key === 'ArrowRight') step(1)
        else if (event.key === 'Escape') setAt(undefined)
        else return
        event.preventDefault()
      }}
      onBlur={() => setAt(undefined)}
      {...drag.handlers}
      onPointerMove={(event) => {
        setAt(toAt(xOf(event)))
        drag.handlers.onPointerMove(event)
      }}
      onPointerLeave={() => setAt(undefined)}
    >
      <div ref={box} className="series-chart-canvas" />
      {drag.range !== undefined && <div className="drag-range" style={drag.range} />}
      {pointAt !== undefined && (
        <Tip x={toX(pointAt)} width={width}>
          {props.tip(index)}
        </Tip>
      )}
    </div>
  )
}
