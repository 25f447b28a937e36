import './losttime.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LostReport, type LostRow, lostCsv, lostLines, lostTimeQuery } from '../../features/reports/lost-time.ts'
import { saveRows } from '../../lib/download.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod, useScope, useScopeKey, useSetScope } from '../../scope/scope.ts'
import { Button } from '../../ui/button.tsx'
import { ExportButton, tableForms } from '../../ui/export-button.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
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

/** Key of the scope without the shift, which does not change what is read. */
const withoutShift = (key: readonly unknown[]): readonly unknown[] => key.toSpliced(2, 1)

/** Report of lost time of a unit. */
export function LostTime({ place }: { place: ReportPlace }) {
  const { shift } = useScope()
  const setScope = useSetScope()
  const scopeKey = withoutShift(useScopeKey(place.zone))
  const { data, error, refetch } = useQuery(lostTimeQuery(place.id, place.zone, scopeKey))
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
          locked={rows.length === 0 ? 'There is nothing to export' : undefined}
          onExport={(extension) =>
            data !== undefined &&
            saveRows(
              { entity: place.name, from: data.from, to: data.to, zone, what: 'lost time', extension },
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
          <Content place={place} data={data} rows={rows} error={error} onRetry={() => void refetch()} />
        </Tabs>
      </div>
    </ReportLayout>
  )
}

interface ContentProps {
  place: ReportPlace
  data: LostReport | undefined
  /** Rows of the shown shifts. */
  rows: readonly LostRow[]
  error: Error | null
  onRetry: () => void
}

function Content({ place, data, rows, error, onRetry }: ContentProps) {
  if (data !== undefined)
    return (
      <div className="stack wide">
        {error !== null && (
          <TryAgain onRetry={onRetry}>{`Error retrieving lost time report: ${error.message}`}</TryAgain>
        )}
        <LostView place={place} data={data} rows={rows} />
      </div>
    )
  if (error !== null)
    return (
      <Notice alert title="Error retrieving lost time report" ways={<Button onClick={onRetry}>Try again</Button>}>
        {error.message}
      </Notice>
    )
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
