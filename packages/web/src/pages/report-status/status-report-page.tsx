import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useStatusLogLive } from '../../features/reports/live.ts'
import {
  exportedLog,
  type LogReport,
  type LogRow,
  logCsv,
  rowsOfStatus,
  statusLogQuery,
} from '../../features/reports/status-log.ts'
import { IntervalDetail } from '../../features/stops/interval-detail.tsx'
import { now } from '../../lib/clock.ts'
import { saveRows } from '../../lib/download.ts'
import { count } from '../../lib/format.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod, useScopeKey } from '../../scope/scope.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { type StatusKey, statusKeys, statusText } from '../../ui/status.ts'
import { partsOfInterval } from '../parts-of-interval.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { LogTable } from './log-table.tsx'

const report = namedReport('status')

/** Historical Status Logs Report of a machine. */
export const StatusReportPage = () => (
  <ReportPage report={report}>{(place) => <StatusReportOf place={place} />}</ReportPage>
)

/** Historical Status Logs Report of the machine `place`. */
export function StatusReportOf({ place }: { place: ReportPlace }) {
  useStatusLogLive(place.id)
  const query = useQuery(statusLogQuery(place.id, place.zone, useScopeKey(place.zone)))
  const { data, isPlaceholderData } = query
  const { zone } = usePeriod(place.zone)
  const [filter, setFilter] = useChoiceInAddress('show', ['all', ...statusKeys])
  const shown = data === undefined || filter === 'all' ? (data?.rows ?? []) : rowsOfStatus(data.rows, filter)
  const save = (extension: 'csv' | 'json'): void => {
    if (data === undefined) return
    const file = { entity: place.name, from: data.from, to: data.to, zone, subject: 'status logs', extension }
    saveRows(file, exportedLog(shown, now()), logCsv)
  }
  const locked = lockOfRows(data && shown, 'There are no status logs to export')
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · intervals of status that touch the period, the newest first
        </>
      }
      ignoresShift
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={isPlaceholderData}
      aside={<ExportButton forms={tableForms} locked={locked} onExport={save} />}
    >
      <ReportContent query={query} failed="The status logs could not be read">
        {(all) => (
          <Log place={place} log={{ ...all, rows: shown }} all={all} filter={filter} onFilter={setFilter} zone={zone} />
        )}
      </ReportContent>
    </ReportLayout>
  )
}

type Filter = 'all' | (typeof statusKeys)[number]

interface LogProps {
  place: ReportPlace
  /** Log with the rows that pass the filter. */
  log: LogReport
  all: LogReport
  filter: Filter
  onFilter: (filter: Filter) => void
  zone: string
}

/** Returns each status that has a row in a log with the number of its rows, in the order of the legend. */
const statusesIn = (rows: readonly LogRow[]): readonly { status: StatusKey; count: number }[] =>
  statusKeys.map((status) => ({ status, count: rowsOfStatus(rows, status).length })).filter(({ count }) => count > 0)

function Log({ place, log, all, filter, onFilter, zone }: LogProps) {
  const client = useQueryClient()
  const [stopText, setStop] = useInAddress('stop')
  // An annotation without a stop has no address, but the arrow keys go on from it.
  const [key, setKey] = useState<string>()
  const chosen = all.rows.find(({ id }) => id !== undefined && String(id) === stopText)
  const choose = (row: LogRow | undefined): void => {
    setKey(row?.key)
    setStop(row?.id === undefined ? undefined : String(row.id))
  }
  if (all.rows.length === 0)
    return (
      <section className="panel">
        <Empty title="No available historical status logs to display.">
          The machine sent no data in this period. Choose another period above.
        </Empty>
      </section>
    )
  const present = statusesIn(all.rows)
  const filters = [
    { name: 'all' as const, words: `All ${count(all.rows.length)}` },
    ...statusKeys.flatMap((name) => {
      const found = present.find(({ status }) => status === name)
      return found === undefined && name !== filter
        ? []
        : [{ name, words: `${statusText[name]} ${count(found?.count ?? 0)}` }]
    }),
  ]
  return (
    <section className="panel" aria-label="Status logs">
      <div className="row spaced row-tools">
        <Choice<Filter> label="Status" options={filters} chosen={filter} onChoose={onFilter} />
        <span className="note">Select an interval for its details, its reason and how it was restated.</span>
      </div>
      {stopText !== null && (
        <div className="spaced">
          <IntervalDetail
            machineId={place.id}
            machineName={place.name}
            drawn={chosen && { id: chosen.id ?? 0, status: chosen.statusId, from: chosen.from, to: chosen.to }}
            id={/^[1-9]\d{0,14}$/.test(stopText) ? Number(stopText) : undefined}
            zone={zone}
            onChanged={() => void client.invalidateQueries({ queryKey: ['report-status', place.id] })}
            partsOf={partsOfInterval}
            onClose={() => choose(undefined)}
          />
        </div>
      )}
      <LogTable machineId={place.id} log={log} zone={zone} chosen={chosen?.key ?? key} onChoose={choose} />
    </section>
  )
}
