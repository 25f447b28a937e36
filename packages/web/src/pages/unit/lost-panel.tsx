import { largestTotals, stopTotals, sumStops } from '@millwatch/domain/stops'
import { useMemo } from 'react'
import { DowntimeTotals, stopPartsOf, stopWords } from '../../features/reports/downtime-totals.tsx'
import { reasonName } from '../../features/reports/summary-machines.ts'
import type { Summary } from '../../features/reports/summary-query.ts'
import { hours } from '../../lib/format.ts'
import { useDowntimePath } from '../../scope/downtime-path.ts'
import { Panel } from '../../ui/panel.tsx'

/**
 * Panel with the hours that a unit lost to excessive stops, by reason, and their sum. Each reason links to its stops in the
 * report. Undefined `summary`: a text that it is being read.
 */
export function LostPanel({ unitId, summary }: { unitId: number; summary: Summary | undefined }) {
  const path = useDowntimePath({ which: 'o', id: unitId })
  const parts = useMemo(() => stopPartsOf(summary?.equipment ?? []), [summary])
  const totals = useMemo(() => largestTotals(stopTotals(parts, ({ reason }) => reason)), [parts])
  if (summary === undefined)
    return (
      <Panel title="Lost hours">
        <p className="muted" aria-busy="true">
          Reading the stops…
        </p>
      </Panel>
    )
  const whole = sumStops(parts)
  const nameOf = (reason: number | null) => reasonName(summary, reason)
  return (
    <Panel title="Lost hours">
      {parts.length === 0 ? (
        <p className="muted">No excessive downtime in this period</p>
      ) : (
        <>
          <DowntimeTotals
            totals={totals}
            nameOf={nameOf}
            pathOf={(reason) => path(nameOf(reason))}
            label="Lost hours by reason"
          />
          <p className="note below">
            Sum {hours(whole.ms / 1000)} h, {stopWords(whole.stops)}; shorter stops are not counted here
            {summary.shift !== 0 && '; whole stops, of all shifts'}
          </p>
        </>
      )}
    </Panel>
  )
}
