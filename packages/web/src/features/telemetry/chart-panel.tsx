import { OUTLIER, STARTUP } from '@millwatch/domain/ingest'
import './telemetry.css'
import { Fragment, useMemo, useRef, useState } from 'react'
import { type ChartLine, measureLine, valueWords } from '../../charts/chart-line.ts'
import { titledImage } from '../../charts/export-picture.ts'
import { countBeyond } from '../../charts/series-axis.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import { useColours } from '../../charts/theme.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { zoneName } from '../../lib/zoned.ts'
import { Panel } from '../../ui/panel.tsx'
import type { ChartsProps } from './charts-props.ts'
import { ExportChart } from './export-chart.tsx'
import type { ExportRequest } from './export-points.ts'
import { axisWords, pointWords } from './point-words.ts'
import { SeriesTable } from './series-table.tsx'

interface ChartPanelProps extends ChartsProps {
  /** Lines of the chart; several share one chart. */
  lines: readonly ChartLine[]
  kind: 'line' | 'scatter'
  deviations: number | null
  left: ExportRequest['choices']
  height: number
  /** Text that is shown if there are no values. */
  empty: string
  /** Controls for all charts, shown in the head of this one; absent: none. */
  aside?: React.ReactNode
}

const titleOf = ({ title, unit }: ChartLine): string => (unit === '' ? title : `${title}, ${unit}`)

/**
 * Returns for each line its summary over the period (undefined: no value), and the numbers of values and of places in the period
 * that are outside of the value axis.
 */
function useSummaries({ lines, period, deviations }: ChartPanelProps) {
  return useMemo(
    () =>
      lines.map((line) => {
        const { whole, scale } = measureLine(line, period, deviations)
        const inside = line.series.columns.filter(({ at }) => at >= period.from && at < period.to)
        return { line, whole, beyond: countBeyond(inside, scale) }
      }),
    [lines, period, deviations],
  )
}

type Summary = ReturnType<typeof useSummaries>[number]

function summaryWords({ line, whole }: Summary): string {
  if (whole === undefined) return `${line.title}: no value in this period.`
  const [least, greatest] = [whole.min.toFixed(line.digits), valueWords(line, whole.max)]
  const mean = valueWords(line, line.spread?.mean ?? whole.mean)
  return `${line.title}: ${count(whole.points)} values, least ${least}, greatest ${greatest}, mean ${mean}.`
}

function beyondWords({ beyond }: Summary): string | undefined {
  if (beyond.places === 0) return undefined
  return beyond.values > 0 ? `${count(beyond.values)} beyond` : `beyond at ${count(beyond.places)} places`
}

/**
 * Panel with a chart of one measured value, or of several together, which a button turns into a table, and with its export as
 * CSV, JSON or, while the chart is shown, image. Without values it shows `empty`.
 */
export function ChartPanel(props: ChartPanelProps) {
  const { lines, machine, period, zone, height } = props
  const [isTable, setTable] = useState(false)
  const picture = useRef<HTMLDivElement>(null)
  const colours = useColours()
  const summaries = useSummaries(props)
  const title = lines.length === 1 ? lines.map(titleOf).join('') : lines.map((line) => line.title).join(', ')
  const subject = lines.map((line) => line.title.toLowerCase()).join(', ')
  const isEmpty = props.data !== undefined && summaries.every(({ whole }) => whole === undefined)
  const request: ExportRequest = {
    machine: { id: machine.id, name: machine.name },
    from: period.from,
    to: period.to,
    zone,
    lines,
    choices: props.left,
  }
  const takePicture = (): Promise<Blob> => {
    const canvas = picture.current?.querySelector('canvas')
    if (!canvas) return Promise.reject(new Error('Show the chart instead of its table first.'))
    const [from, to] = [dateAndMinute(period.from, zone), dateAndMinute(period.to, zone)]
    const under = `${machine.name} · ${from} to ${to} · ${zone} (${zoneName(period.to, zone)})`
    return titledImage(canvas, { title: lines.map(titleOf).join(' · '), under, colours })
  }
  const locked = props.data === undefined ? 'It is being read' : isEmpty ? 'There is nothing to export' : undefined
  return (
    <Panel
      title={title}
      note={<Note {...props} summaries={summaries} />}
      aside={
        <>
          {props.aside}
          <button
            type="button"
            className="muted box inline one-line chip"
            aria-label={`Table of ${subject}`}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            Table
          </button>
          <ExportChart request={request} subject={subject} locked={locked} picture={takePicture} />
        </>
      }
    >
      <Content {...props} summaries={summaries} isTable={isTable} isEmpty={isEmpty} picture={picture} height={height} />
    </Panel>
  )
}

function Content(
  props: ChartPanelProps & {
    summaries: readonly Summary[]
    isTable: boolean
    isEmpty: boolean
    picture: React.RefObject<HTMLDivElement | null>
  },
) {
  const { lines, period, gaps, zone, height, data } = props
  if (data === undefined)
    return (
      <div className="muted center" style={{ height }} aria-busy="true">
        Reading…
      </div>
    )
  if (props.isEmpty)
    return (
      <p className="muted center" style={{ height }}>
        {props.empty}
      </p>
    )
  if (props.isTable)
    return lines.map((line) => (
      <SeriesTable key={line.name} line={line} window={period} gaps={gaps} zone={zone} height={height / lines.length} />
    ))
  return (
    <SeriesChart
      lines={lines}
      window={period}
      gaps={gaps}
      shifts={props.shifts}
      kind={props.kind}
      deviations={props.deviations}
      zone={zone}
      height={height}
      label={props.summaries.map(summaryWords).join(' ')}
      onZoom={props.onZoom}
      picture={props.picture}
    />
  )
}

/**
 * Note that explains the chart: the names of several lines, the way in which points are drawn, the range of the axis, the marks,
 * and the values outside of the axis. Nothing without values.
 */
function Note({ lines, kind, deviations, summaries }: ChartPanelProps & { summaries: readonly Summary[] }) {
  const [first] = summaries
  const withValues = summaries.filter(({ whole }) => whole !== undefined)
  if (first === undefined || withValues.length === 0) return undefined
  const marks = new Set(lines.flatMap((line) => line.marks.map(({ mark }) => mark)))
  const parts = [
    ...pointWords(lines, kind),
    axisWords(lines, deviations),
    ...(marks.has(OUTLIER) ? ['○ outlier'] : []),
    ...(marks.has(STARTUP) ? ['◉ startup cycle'] : []),
    ...withValues.flatMap((summary) => {
      const words = beyondWords(summary)
      if (words === undefined) return []
      return [`▴ ${lines.length === 1 ? '' : `${summary.line.title.toLowerCase()} `}${words}`]
    }),
  ]
  return (
    <>
      {lines.length > 1 &&
        withValues.map(({ line }) => (
          <span key={line.name} className="one-line value lane-legend">
            <i className={`swatch lane-key lane-${line.name}`} />
            {titleOf(line)}
          </span>
        ))}
      {parts.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' · '}
          <span className="one-line">{part}</span>
        </Fragment>
      ))}
    </>
  )
}
