import { rawKinds } from '@millwatch/contract/http/telemetry'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  exportAddress,
  MOST_ROWS,
  type RawKind,
  type RawReport,
  rawDataQuery,
  rowsOfKind,
} from '../../features/reports/raw-data.ts'
import { fileName, saveFrom } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useChoiceInAddress } from '../../lib/use-in-address.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod, useScopeKey } from '../../scope/scope.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { RawTable } from './raw-table.tsx'

const report = namedReport('data')

/** Raw Data Report of a machine. */
export const DataReportPage = () => <ReportPage report={report}>{(place) => <DataReportOf place={place} />}</ReportPage>

type Filter = 'all' | RawKind

const FILTERS: readonly { readonly name: Filter; readonly words: string }[] = [
  { name: 'all', words: 'All' },
  { name: 'cycle', words: 'Cycle' },
  { name: 'telemetry', words: 'Telemetry' },
  { name: 'cycle_time', words: 'Cycle time' },
  { name: 'temperature', words: 'Temperature' },
  { name: 'analog', words: 'Analog input' },
]

/**
 * Raw Data Report of the machine `place`: every cycle and reading of the period. A period with more than 100,000 rows shows a
 * message to choose a smaller one; the export has all rows.
 */
export function DataReportOf({ place }: { place: ReportPlace }) {
  const query = useQuery(rawDataQuery(place.id, place.zone, useScopeKey(place.zone)))
  const { data, isPlaceholderData } = query
  const { zone } = usePeriod(place.zone)
  const [filter, setFilter] = useChoiceInAddress<Filter>('show', ['all', ...rawKinds])
  const only = filter === 'all' ? undefined : filter
  const rows = useMemo(
    () => (data === undefined || only === undefined ? (data?.rows ?? []) : rowsOfKind(data.rows, only)),
    [data, only],
  )
  const save = (extension: 'csv' | 'json'): void => {
    if (data === undefined) return
    const { from, to } = data
    const name = fileName({ entity: place.name, from, to, zone, subject: 'raw data', extension })
    saveFrom(exportAddress(place.id, data, extension, only), name)
  }
  const locked = data?.isTooMuch === true ? undefined : lockOfRows(data && rows, 'There is no data to export')
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · every cycle and reading, the newest first
        </>
      }
      ignoresShift
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={isPlaceholderData}
      aside={<ExportButton forms={tableForms} locked={locked} onExport={save} />}
    >
      <ReportContent query={query} failed="The raw data could not be read">
        {(data) => (
          <section className="panel" aria-label="Cycles and readings">
            <div className="row spaced row-tools">
              <Choice<Filter> label="Data type" options={FILTERS} chosen={filter} onChoose={setFilter} />
              {!data.isTooMuch && <span className="note">{count(rows.length)} rows</span>}
            </div>
            <Rows place={place} data={data} rows={rows} zone={zone} />
          </section>
        )}
      </ReportContent>
    </ReportLayout>
  )
}

interface RowsProps {
  place: ReportPlace
  data: RawReport
  rows: RawReport['rows']
  zone: string
}

function Rows({ place, data, rows, zone }: RowsProps) {
  if (data.isTooMuch)
    return (
      <Empty title="Too much data to display here. Please pick a smaller timeframe for the report.">
        The period has more than {count(MOST_ROWS)} rows. The export above has all of them.
      </Empty>
    )
  if (rows.length === 0)
    return (
      <Empty title="No data available to display.">
        {data.rows.length === 0 ? 'The machine sent none in this period.' : 'The period has no data of this type.'}{' '}
        Choose another {data.rows.length === 0 ? 'period' : 'type'} above.
      </Empty>
    )
  return <RawTable place={place} rows={rows} near={data.asOf} zone={zone} />
}
