import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRunsReportLive } from '../../features/reports/live.ts'
import { exportedRuns, runsCsv } from '../../features/reports/run-rows.ts'
import { type RunsReport, runsReportQuery } from '../../features/reports/runs.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { saveRows } from '../../lib/download.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod, useScopeKey } from '../../scope/scope.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { RunFigures } from './run-figures.tsx'
import { RunTracks } from './run-tracks.tsx'
import { RunsTable } from './runs-table.tsx'
import { useShownRuns } from './use-shown-runs.ts'

const report = namedReport('runs')

/** Historical Runs Report of a machine, or of the machines under a unit. */
export const RunsReportPage = () => <ReportPage report={report}>{(place) => <RunsReportOf place={place} />}</ReportPage>

/** Historical Runs Report of a place; a company without scrap has no figures of scrap. */
export function RunsReportOf({ place }: { place: ReportPlace }) {
  useRunsReportLive(place)
  const query = useQuery(runsReportQuery(place, place.zone, useScopeKey(place.zone)))
  const runs = query.data
  const { data: countsScrap = false } = useQuery({ ...companyQuery, select: ({ config }) => config.scrap_enabled })
  const { zone } = usePeriod(place.zone)
  const shown = useShownRuns(runs?.ended ?? [], countsScrap)
  const save = (extension: 'csv' | 'json'): void => {
    if (runs === undefined) return
    const file = { entity: place.name, from: runs.from, to: runs.to, zone, subject: 'runs', extension }
    saveRows(file, exportedRuns(shown.runs, countsScrap), runsCsv)
  }
  const locked = lockOfRows(runs && shown.runs, 'There are no runs to export')
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · runs that ended in the period
        </>
      }
      ignoresShift
      asOf={runs?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={query.isPlaceholderData}
      aside={<ExportButton forms={tableForms} locked={locked} onExport={save} />}
    >
      <ReportContent query={query} failed="The runs could not be read" skeleton={<RunsSkeleton />}>
        {(report) => <Runs place={place} runs={report} shown={shown} countsScrap={countsScrap} zone={zone} />}
      </ReportContent>
    </ReportLayout>
  )
}

interface RunsProps {
  place: ReportPlace
  runs: RunsReport
  shown: ReturnType<typeof useShownRuns>
  countsScrap: boolean
  zone: string
}

function Runs({ place, runs, shown, countsScrap, zone }: RunsProps) {
  const [lit, setLit] = useState<number>()
  const [chosenText, setChosenText] = useInAddress('run')
  const chosen = chosenText === null ? undefined : Number(chosenText)
  const choose = (id: number | undefined): void => setChosenText(id === undefined ? undefined : String(id))
  const hasMachines = place.which === 'o'
  if (runs.ended.length + runs.goingOn.length === 0)
    return (
      <section className="panel">
        <Empty title="No available historical runs to display.">
          No run ended in this period. Choose another period above.
        </Empty>
      </section>
    )
  return (
    <>
      <RunFigures runs={runs} countsScrap={countsScrap} hasMachines={hasMachines} />
      <RunTracks
        runs={runs}
        zone={zone}
        lit={lit}
        chosen={chosen}
        onPoint={setLit}
        onChoose={(id) => {
          shown.unhide(id)
          choose(id)
        }}
      />
      <RunsTable
        shown={shown}
        countsScrap={countsScrap}
        hasMachines={hasMachines}
        zone={zone}
        near={runs.asOf}
        lit={lit}
        chosen={chosen}
        onPoint={setLit}
        onChoose={choose}
      />
    </>
  )
}

function RunsSkeleton() {
  return (
    <>
      {[84, 180].map((height) => (
        <div key={height} className="panel" style={{ height }} aria-busy="true" />
      ))}
      <div className="panel stack" aria-busy="true">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
          <Skeleton key={row} height={27} />
        ))}
      </div>
    </>
  )
}
