import './column-chart.css'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { performKey } from '../ui/perform.ts'
import { type ChartColumn, COLUMN_MARGIN, columnOption, plotOf } from './column-option.ts'
import type { ColumnScale } from './column-scale.ts'
import { useColours } from './theme.ts'
import { Tip } from './tip.tsx'
import { useChartWidth } from './use-chart-width.ts'
import { useDrag, xOf } from './use-drag.ts'
import { useEChart } from './use-echart.ts'

interface ColumnChartProps {
  columns: readonly ChartColumn[]
  scale: ColumnScale
  trend: readonly number[] | null
  height: number
  /** Text for screen readers that describes the whole chart. */
  label: string
  /** Returns the content of the tooltip of a column, by its index. */
  tip: (index: number) => React.ReactNode
  /** Returns the content of the tooltip of a column as plain text, by its index. */
  columnWords: (index: number) => string
  /**
   * Called with the indexes of the first and last column that were clicked or dragged over; absent when columns cannot be zoomed
   * into.
   */
  onZoom?: ((first: number, last: number) => void) | undefined
  /** Element that holds the canvas of the chart. */
  picture: RefObject<HTMLDivElement | null>
}

/**
 * Column chart over time. The pointer or the arrow keys select a column and show its tooltip. A click, Enter or a drag over
 * several columns calls `onZoom`; by touch, the second tap on a column does.
 */
export function ColumnChart(props: ColumnChartProps) {
  const { columns, scale, trend, height, onZoom, picture } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useChartWidth(frame)
  const colours = useColours()
  const [chosen, setChosen] = useState<number>()
  const touched = useRef<number>(undefined)
  const option = useMemo(
    () => (width === 0 ? undefined : columnOption({ columns, scale, trend, colours, width })),
    [columns, scale, trend, colours, width],
  )
  useEChart(picture, option, { width, height })
  const last = columns.length - 1
  const band = plotOf(width) / Math.max(1, columns.length)
  const indexAt = (x: number): number => Math.min(last, Math.max(0, Math.floor((x - COLUMN_MARGIN.left) / band)))
  const index = chosen === undefined || chosen > last ? undefined : chosen
  const drag = useDrag(
    (left, right) => onZoom?.(indexAt(left), indexAt(right)),
    (x) => {
      const at = indexAt(x)
      // Touch has no hover: the first touch of a column shows its tooltip, the second zooms into it.
      if (touched.current === undefined || touched.current === at) onZoom?.(at, at)
      if (touched.current !== undefined) touched.current = at
    },
  )
  const step = (to: number): void => setChosen(Math.min(last, Math.max(0, to)))
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: () => step(index === undefined ? last : index - 1),
    ArrowRight: () => step(index === undefined ? 0 : index + 1),
    Home: () => step(0),
    End: () => step(last),
    Enter: index === undefined ? undefined : () => onZoom?.(index, index),
    Escape: index === undefined ? undefined : () => setChosen(undefined),
  }
  return (
    <div
      ref={frame}
      className="anchor column-chart"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, columns.length)}
      aria-valuenow={index === undefined ? 0 : index + 1}
      aria-valuetext={index === undefined ? 'No column chosen; arrow keys choose one' : props.columnWords(index)}
      data-zoomable={onZoom !== undefined}
      onKeyDown={(event) => performKey(event, keys[event.key])}
      onBlur={() => setChosen(undefined)}
      {...drag.handlers}
      onPointerDown={(event) => {
        const isTouch = event.pointerType !== 'mouse'
        touched.current = isTouch ? (touched.current ?? -1) : undefined
        if (isTouch) setChosen(indexAt(xOf(event)))
        drag.handlers.onPointerDown(event)
      }}
      onPointerMove={(event) => {
        setChosen(indexAt(xOf(event)))
        drag.handlers.onPointerMove(event)
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(undefined)}
    >
      <div ref={picture} className="fill" />
      {drag.range !== undefined && <div className="placed-mark drag-range" style={drag.range} />}
      {index !== undefined && width > 0 && (
        <Tip x={COLUMN_MARGIN.left + (index + 0.5) * band} width={width}>
          {props.tip(index)}
        </Tip>
      )}
    </div>
  )
}
