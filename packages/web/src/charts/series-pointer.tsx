import { performKey } from '../ui/perform.ts'
import './charts.css'
import { useMemo } from 'react'
import { timeNear } from '../lib/dates.ts'
import { type Column, nearestTo } from './band.ts'
import { type DrawnLine, valueWords } from './chart-line.ts'
import { type Crosshair, usePointedAt } from './crosshair.tsx'
import { MARK_WORDS, markAt } from './marks.ts'
import { clampTo } from './series-axis.ts'
import { marginsOf, plotWidth } from './series-option.ts'
import type { Window } from './span.ts'
import { useDrag, xOf } from './use-drag.ts'

interface SeriesPointerProps {
  lines: readonly DrawnLine[]
  window: Window
  gaps: readonly Window[]
  zone: string
  /** Width of the whole chart, px. */
  width: number
  label: string
  crosshair: Crosshair
  onZoom: (window: Window) => void
}

/** Value of one series at the selected instant; `column` is undefined when no value is near. */
interface PointedValue {
  line: DrawnLine
  column: Column | undefined
}

/** Greatest distance (px) from the selected instant of a value that is shown for it. */
const NEAR_PX = 24

function usePointedValues({ lines, window, width }: SeriesPointerProps, at: number | undefined): PointedValue[] {
  const columns = useMemo(() => lines.map((line) => line.runs.flat()), [lines])
  if (at === undefined || at < window.from || at >= window.to) return []
  const msPerPixel = (window.to - window.from) / plotWidth(width, lines.length)
  return lines.map((line, i) => {
    const column = columns[i]?.[nearestTo(columns[i] ?? [], at, window)]
    const isNear = column !== undefined && Math.abs(column.at - at) <= NEAR_PX * msPerPixel
    return { line, column: isNear ? column : undefined }
  })
}

const markOf = ({ line, column }: PointedValue): string | undefined => {
  if (column === undefined) return undefined
  const { minAt, maxAt } = column
  const found = markAt(line.line.marks, Math.min(minAt, maxAt), Math.max(minAt, maxAt))
  return found && MARK_WORDS[found.mark]
}

function wordsOf(pointed: PointedValue): string {
  const { column, line } = pointed
  if (column === undefined) return `${line.line.title}: no value here`
  const { digits } = line.line
  const extent =
    column.min === column.max ? '' : `, ${column.min.toFixed(digits)} to ${valueWords(line.line, column.max)}`
  const many = column.points > 1 ? `, ${column.points} values` : ''
  const mark = markOf(pointed)
  return `${valueWords(line.line, column.mean)}${extent}${many}${mark === undefined ? '' : `, ${mark}`}`
}

/**
 * Layer over a chart that selects an instant by pointer and keys, and shows the values there; a drag calls `onZoom`. The
 * chart below is not drawn again.
 */
export function SeriesPointer(props: SeriesPointerProps) {
  const { lines, window, width, crosshair } = props
  const at = usePointedAt(crosshair)
  const pointed = usePointedValues(props, at)
  const { left } = marginsOf(lines.length)
  const plot = plotWidth(width, lines.length)
  const toAt = (x: number): number =>
    window.from + (Math.min(plot, Math.max(0, x - left)) / plot) * (window.to - window.from)
  const drag = useDrag((from, to) => props.onZoom({ from: toAt(from), to: toAt(to) }))
  const step = useSteps(props, at)
  const words = pointedText(props, at, pointed)
  return (
    <div
      className="cover lane-pointer"
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={at === undefined ? 0 : Math.round(((at - window.from) / (window.to - window.from)) * 100)}
      aria-valuetext={words ?? 'No instant chosen; arrow keys choose one'}
      onKeyDown={(event) => performKey(event, step(event.key))}
      onBlur={() => crosshair.set(undefined)}
      {...drag.handlers}
      onPointerMove={(event) => {
        crosshair.set(toAt(xOf(event)))
        drag.handlers.onPointerMove(event)
      }}
      onPointerLeave={() => crosshair.set(undefined)}
    >
      {drag.range !== undefined && <div className="placed-mark drag-range" style={drag.range} />}
      {at !== undefined && pointed.length > 0 && <Pointed {...props} at={at} pointed={pointed} />}
    </div>
  )
}

/**
 * Returns a function that returns the action of a key, undefined for other keys. Arrow keys move from value to value, page keys
 * to the value nearest to a tenth of the window further, Home and End to the first and last value; Escape clears the selection.
 */
function useSteps({ lines, window, crosshair }: SeriesPointerProps, at: number | undefined) {
  const columns = useMemo(() => lines.find((line) => line.whole !== undefined)?.runs.flat() ?? [], [lines])
  const span = window.to - window.from
  const by = (steps: number): number | undefined => {
    const index = at === undefined ? (steps < 0 ? columns.length : -1) : nearestTo(columns, at, window)
    return columns[Math.min(columns.length - 1, Math.max(0, index + steps))]?.at
  }
  const near = (instant: number): number | undefined => columns[nearestTo(columns, instant, window)]?.at
  const targets: Record<string, () => number | undefined> = {
    ArrowLeft: () => by(-1),
    ArrowRight: () => by(1),
    ArrowDown: () => by(-1),
    ArrowUp: () => by(1),
    PageDown: () => near(Math.max(window.from, (at ?? window.to) - span / 10)),
    PageUp: () => near(Math.min(window.to - 1, (at ?? window.from) + span / 10)),
    Home: () => columns[0]?.at,
    End: () => columns.at(-1)?.at,
    Escape: () => undefined,
  }
  return (key: string): (() => void) | undefined => {
    const target = targets[key]
    return target && (() => crosshair.set(target()))
  }
}

function pointedText(
  { lines, window, gaps, zone }: SeriesPointerProps,
  at: number | undefined,
  pointed: readonly PointedValue[],
) {
  if (at === undefined || pointed.length === 0) return undefined
  const time = timeNear(pointed.find(({ column }) => column !== undefined)?.column?.at ?? at, window.to, zone)
  if (pointed.every(({ column }) => column === undefined)) return `${time}: ${noneWords(gaps, at)}`
  const values = pointed.map((value) =>
    lines.length === 1 ? wordsOf(value) : `${value.line.line.title} ${wordsOf(value)}`,
  )
  return `${values.join('; ')}, at ${time}`
}

const noneWords = (gaps: readonly Window[], at: number): string =>
  gaps.some(({ from, to }) => from <= at && at < to) ? 'no data' : 'no value'

/** Returns the place of a box beside the line at `x` px, on the side with more room, so that it does not cover the values. */
const besides = (x: number, width: number) => (x > width / 2 ? { right: width - x + 12 } : { left: x + 12 })

/** Line at the selected instant, a point on each series, and a box with their values. */
function Pointed(props: SeriesPointerProps & { at: number; pointed: readonly PointedValue[] }) {
  const { lines, window, width, at, pointed, zone, gaps } = props
  const { left, top, bottom } = marginsOf(lines.length)
  const toX = (time: number): number =>
    left + ((time - window.from) / (window.to - window.from)) * plotWidth(width, lines.length)
  const shownAt = pointed.find(({ column }) => column !== undefined)?.column?.at ?? at
  return (
    <>
      {pointed.map(({ line, column }) => {
        if (column === undefined) return null
        const { min, max } = line.scale
        const share = (max - clampTo(line.scale, column.mean)) / (max - min)
        const y = `calc(${top}px + (100% - ${top + bottom}px) * ${share})`
        return (
          <div
            key={line.line.title}
            className={`lane-point lane-${line.line.name}`}
            style={{ left: toX(column.at), top: y }}
          />
        )
      })}
      <div className="placed-mark tip-line" style={{ left: toX(at) }} />
      <div className="box one-line small tip lane-tip" style={besides(toX(at), width)}>
        {pointed.map((value) => (
          <div key={value.line.line.title}>
            {lines.length > 1 && <i className={`swatch lane-key lane-${value.line.line.name}`} />}
            <TipValue pointed={value} none={noneWords(gaps, at)} />
          </div>
        ))}
        <div className="muted">{timeNear(shownAt, window.to, zone)}</div>
      </div>
    </>
  )
}

function TipValue({ pointed, none }: { pointed: PointedValue; none: string }) {
  const { column, line } = pointed
  if (column === undefined) return <span className="muted">{none}</span>
  const { digits } = line.line
  const mark = markOf(pointed)
  return (
    <>
      <b>{valueWords(line.line, column.mean)}</b>
      {column.min !== column.max && (
        <span className="muted">
          {' '}
          mean · {column.min.toFixed(digits)} to {column.max.toFixed(digits)} of {column.points}
        </span>
      )}
      {mark !== undefined && <span> · {mark}</span>}
    </>
  )
}
