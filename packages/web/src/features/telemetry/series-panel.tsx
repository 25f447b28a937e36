import './telemetry.css'
import { useMemo } from 'react'
import { type Series, statistics } from '../../charts/band.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { Window } from '../../charts/span.ts'
import { count, oneDecimal } from '../../lib/format.ts'
import { timeNear } from '../../lib/zoned.ts'
import { Panel } from '../../ui/panel.tsx'

interface SeriesPanelProps {
  title: string
  unit: 's' | '°C'
  colour: 'cycle-time' | 'temperature'
  /** Undefined while it is being read. */
  series: Series | undefined
  window: Window
  gaps: readonly Window[]
  gapMs: number
  zone: string
  height: number
  kind?: 'line' | 'scatter'
  aside?: React.ReactNode
  /** Why there may be nothing to see. */
  empty: string
  onZoom: (window: Window) => void
}

/** How many values lie beyond the scale of the chart. */
function beyond(series: Series, window: Window, mean: number, deviation: number): number {
  let many = 0
  for (const [index, at] of series.at.entries()) {
    if (at >= window.from && at < window.to && Math.abs((series.value[index] ?? mean) - mean) > 3 * deviation) many++
  }
  return many
}

/** A measured value over time, with its mean and deviation. */
export function SeriesPanel(props: SeriesPanelProps) {
  const { title, unit, series, window, zone } = props
  const known = useMemo(() => series && statistics(series, window), [series, window])
  const outside = useMemo(
    () => (series === undefined || known === undefined ? 0 : beyond(series, window, known.mean, known.deviation)),
    [series, window, known],
  )
  const wordsOf = (index: number): string => `${(series?.value[index] ?? 0).toFixed(unit === 's' ? 2 : 1)} ${unit}`
  const timeOf = (index: number): string => timeNear(series?.at[index] ?? 0, window.to, zone)
  const note = known && (
    <>
      avg {oneDecimal(known.mean)} · σ {known.deviation.toFixed(2)} · scale: mean ± 3 σ
      {outside > 0 && ` · ○ ${count(outside)} beyond it`}
    </>
  )
  return (
    <Panel title={`${title}, ${unit}`} note={note} aside={props.aside}>
      {series !== undefined && known === undefined ? (
        <p className="series-none" style={{ height: props.height }}>
          {props.empty}
        </p>
      ) : (
        <SeriesChart
          series={series ?? none}
          window={window}
          gaps={props.gaps}
          gapMs={props.gapMs}
          statistics={known}
          colour={props.colour}
          kind={props.kind ?? 'line'}
          zone={zone}
          height={props.height}
          label={`${title} over time, ${known === undefined ? 'reading' : `${count(known.points)} values, mean ${oneDecimal(known.mean)} ${unit}`}`}
          tip={(index) => (
            <>
              <div>
                <b>{wordsOf(index)}</b>
              </div>
              <div className="tip-second">{timeOf(index)}</div>
            </>
          )}
          pointWords={(index) => `${wordsOf(index)} at ${timeOf(index)}`}
          onZoom={props.onZoom}
        />
      )}
    </Panel>
  )
}

const none: Series = { at: [], value: [] }
