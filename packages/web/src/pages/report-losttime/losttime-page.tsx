import './losttime.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lostCsv, lostLines, lostTimeQuery } from '../../features/reports/lost-time.ts'
import { saveRows } from '../../lib/download.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod, useScope, useScopeKeyOfAllShifts, useSetScope } from '../../scope/scope.ts'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { LostView } from './lost-view.tsx'

const report = namedReport('losttime')

/** Page with the report of lost time of a unit: late starts and early shutdowns of the shifts of its machines. */
export function LostTimePage() {
  return <ReportPage report={report}>{(place) => <LostTime place={place} />}</ReportPage>
}

const TABS = [
  { name: '0', words: 'All shifts' },
  { name: '1', words: 'First shift' },
  { name: '2', words: 'Second shift' },
  { name: '3', words: 'Third shift' },
] as const

/** Report of lost time of a unit. */
export function LostTime({ place }: { place: ReportPlace }) {
  const { shift } = useScope()
  const setScope = useSetScope()
  const scopeKey = useScopeKeyOfAllShifts(place.zone)
  const query = useQuery(lostTimeQuery(place.id, place.zone, scopeKey))
  const { data } = query
  const { zone } = usePeriod(place.zone)
  const isOld = data !== undefined && JSON.stringify(data.scopeKey) !== JSON.stringify(scopeKey)
  const rows = useMemo(() => data?.rows.filter((row) => shift === 0 || row.shift === shift) ?? [], [data, shift])
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · late starts and early shutdowns of shifts
        </>
      }
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={isOld}
      aside={
        <ExportButton
          forms={tableForms}
          locked={lockOfRows(data && rows, 'There is nothing to export')}
          onExport={(extension) =>
            data !== undefined &&
            saveRows(
              { entity: place.name, from: data.from, to: data.to, zone, subject: 'lost time', extension },
              lostLines(rows),
              lostCsv,
            )
          }
        />
      }
    >
      <div className="stack wide">
        <Tabs
          label="Shift"
          tabs={TABS}
          chosen={TABS[shift].name}
          onChoose={(name) => setScope({ shift: TABS.findIndex((tab) => tab.name === name) as typeof shift })}
        >
          <ReportContent query={query} failed="Error retrieving lost time report" skeleton={<LostSkeleton />}>
            {(report) => <LostView place={place} data={report} rows={rows} />}
          </ReportContent>
        </Tabs>
      </div>
    </ReportLayout>
  )
}

function LostSkeleton() {
  return (
    <div className="stack wide" aria-busy="true">
      <div className="panel">
        <Skeleton height={236} />
      </div>
      <div className="panel">
        <Skeleton height={320} />
      </div>
    </div>
  )
}
