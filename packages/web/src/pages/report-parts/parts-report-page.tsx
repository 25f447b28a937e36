import { useQuery } from '@tanstack/react-query'
import {
  exportedParts,
  foundReportParts,
  type PartsReport,
  partsCsv,
  partsReportQuery,
} from '../../features/reports/parts.ts'
import { saveRows } from '../../lib/download.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { namedReport } from '../../scope/reports.ts'
import { usePeriod, useScopeKey } from '../../scope/scope.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { ReportContent } from '../report-content.tsx'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { PartEvents } from './part-events.tsx'
import { PartFigures } from './part-figures.tsx'
import { PartsTable } from './parts-table.tsx'

const report = namedReport('parts')

/** Critical Parts History Report of a machine, or of the machines under a unit. */
export const PartsReportPage = () => (
  <ReportPage report={report}>{(place) => <PartsReportOf place={place} />}</ReportPage>
)

/** Critical Parts History Report of a place. */
export function PartsReportOf({ place }: { place: ReportPlace }) {
  const query = useQuery(partsReportQuery(place, place.zone, useScopeKey(place.zone)))
  const { zone } = usePeriod(place.zone)
  const { data } = query
  const rows = data === undefined ? [] : exportedParts(data.parts)
  const save = (extension: 'csv' | 'json'): void => {
    if (data === undefined) return
    const file = { entity: place.name, from: data.from, to: data.to, zone, subject: 'critical parts', extension }
    saveRows(file, rows, partsCsv)
  }
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · what was done to its critical parts in the period
        </>
      }
      ignoresShift
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={query.isPlaceholderData}
      aside={
        <ExportButton
          forms={tableForms}
          locked={lockOfRows(data && rows, 'There is no part history to export')}
          onExport={save}
        />
      }
    >
      <ReportContent query={query} failed="The critical parts history could not be read">
        {(read) => <Parts place={place} report={read} zone={zone} />}
      </ReportContent>
    </ReportLayout>
  )
}

function Parts({ place, report: read, zone }: { place: ReportPlace; report: PartsReport; zone: string }) {
  const [text, setText] = useInAddress('q')
  const [chosenText, setChosen] = useInAddress('part')
  const chosen = read.parts.find(({ id }) => String(id) === chosenText)
  if (read.parts.length === 0)
    return (
      <section className="panel">
        <Empty title="No available critical part history to display.">
          No critical part is set up for {place.which === 'o' ? 'these machines' : 'this machine'}. Admins add parts
          under Settings, Critical Parts.
        </Empty>
      </section>
    )
  return (
    <>
      <PartFigures report={read} />
      <PartsTable
        parts={foundReportParts(read.parts, text ?? '')}
        range={read}
        text={text ?? ''}
        onText={(next) => setText(next === '' ? undefined : next)}
        hasMachines={place.which === 'o'}
        zone={zone}
        chosen={chosen?.id}
        onChoose={(id) => setChosen(id === undefined || id === chosen?.id ? undefined : String(id))}
      />
      {chosen !== undefined && (
        <PartEvents part={chosen} hasMachines={place.which === 'o'} zone={zone} near={read.asOf} />
      )}
    </>
  )
}
