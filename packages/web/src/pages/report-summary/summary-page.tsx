import './summary.css'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { summaryCsv, summaryFileRows } from '../../features/reports/summary-export.ts'
import { machinesOf } from '../../features/reports/summary-machines.ts'
import { type Summary, summaryQuery } from '../../features/reports/summary-query.ts'
import { unitsOf } from '../../features/reports/summary-rows.ts'
import type { OrgUnit } from '../../features/tree/types.ts'
import { saveRows } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { namedReport } from '../../scope/reports.ts'
import { useScopeKey } from '../../scope/scope.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton, tableForms } from '../../ui/export-button.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { DowntimePanel } from './downtime-panel.tsx'
import { ExceptionsPanel } from './exceptions-panel.tsx'
import { MachinesTable } from './machines-table.tsx'
import type { SummaryData } from './summary-data.ts'
import { useReliability } from './use-reliability.ts'
import { useRows } from './use-rows.ts'
import { UtilizationPanel } from './utilization-panel.tsx'

const report = namedReport('summary')

type UnitPlace = ReportPlace & { readonly unit: OrgUnit }

/** Page with the summary of a unit: utilization, exceptions, excessive downtime, and all machines under their units. */
export const SummaryPage = () => (
  <ReportPage report={report}>
    {(place) => place.unit !== undefined && <SummaryOf place={{ ...place, unit: place.unit }} />}
  </ReportPage>
)

/**
 * Summary report of a unit, which it reads. While another period is read, it shows the old data of the unit; while another unit
 * is read, or without any data, it shows a placeholder.
 */
export function SummaryOf({ place }: { place: UnitPlace }) {
  const scopeKey = useScopeKey(place.zone)
  const query = useQuery({
    ...summaryQuery(place.id, scopeKey, place.zone),
    // The old figures stay until those of the new period are loaded.
    placeholderData: keepPreviousData<Summary>,
  })
  const data = query.data?.units[0]?.id === place.id ? query.data : undefined
  if (data !== undefined) return <SummaryView place={place} summary={data} query={query} />
  return (
    <ReportLayout place={place} report={report}>
      <ReportContent query={{ ...query, data }} failed={failed} skeleton={<SummarySkeleton />}>
        {() => null}
      </ReportContent>
    </ReportLayout>
  )
}

function SummarySkeleton() {
  return (
    <div className="stack wide" aria-busy="true">
      <div className="stack summary-panels">
        {['utilization', 'exceptions', 'downtime'].map((name) => (
          <div key={name} className="panel summary-skeleton" />
        ))}
      </div>
      <div className="panel" style={{ height: 480 }} />
    </div>
  )
}

interface SummaryViewProps {
  place: UnitPlace
  summary: Summary
  query: UseQueryResult<Summary>
}

const failed = 'The summary could not be read'

function SummaryView({ place, summary, query }: SummaryViewProps) {
  const shown = useShown(place, summary)
  const { machines, units, explainable } = shown
  const [whole] = units
  const table = useRows(units, machines)
  const asOf = Date.parse(summary.as_of)
  const save = (extension: 'csv' | 'json'): void => {
    const { from, to, place: unit } = explainable
    saveRows(
      { entity: unit.name, from, to, zone: unit.zone, subject: 'summary', extension },
      summaryFileRows(table.rows, shown.reliability.figures),
      summaryCsv,
    )
  }
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · {machineWords(whole?.machines ?? 0)} · {count(whole?.running ?? 0)} running
        </>
      }
      asOf={asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={query.isPlaceholderData}
      aside={
        <>
          <Button onClick={() => print()}>Print</Button>
          <ExportButton
            forms={tableForms}
            locked={table.rows.length === 0 ? 'The table is empty' : undefined}
            onExport={save}
          />
        </>
      }
    >
      <ReportContent query={query} failed={failed}>
        {() =>
          machines.length === 0 ? (
            <Empty title="No machines here yet">They appear here once an admin adds them.</Empty>
          ) : (
            <div className="stack wide summary">
              <div className="stack summary-panels">
                <UtilizationPanel shown={shown} />
                <ExceptionsPanel shown={shown} exception={table.exception} onException={table.setException} />
                <DowntimePanel shown={shown} />
              </div>
              <MachinesTable shown={shown} table={table} />
            </div>
          )
        }
      </ReportContent>
    </ReportLayout>
  )
}

const machineWords = (machines: number): string => `${count(machines)} ${machines === 1 ? 'machine' : 'machines'}`

/** Returns the data of the page: the summary of the unit, with the live state of its machines. */
function useShown({ id, name, zone, unit }: UnitPlace, summary: Summary): SummaryData {
  const reliability = useReliability(id, zone)
  const machines = useMemo(() => machinesOf(summary, unit.equipment), [summary, unit.equipment])
  const units = useMemo(() => unitsOf(summary, machines), [summary, machines])
  return useMemo(
    () => ({
      summary,
      machines,
      units,
      explainable: {
        place: { kind: 'unit', id, name, zone: summary.buckets.tz },
        from: Date.parse(summary.period.startDate),
        to: Date.parse(summary.period.endDate),
        asOf: Date.parse(summary.as_of),
        shift: summary.shift,
      },
      reliability,
    }),
    [summary, machines, units, id, name, reliability],
  )
}
