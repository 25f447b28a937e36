import './shifts.css'
import { updateShifts } from '@millwatch/contract/http/shifts'
import type { ShownShift } from '@millwatch/domain/shifts'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { type ShiftHistory, shiftCsv, shiftHistoryQuery, shiftLines } from '../../features/reports/shift-history.ts'
import { saveRows } from '../../lib/download.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { useLast } from '../../lib/use-last.ts'
import { rangeWords } from '../../scope/range-words.ts'
import { namedReport } from '../../scope/reports.ts'
import { useMay } from '../../scope/rights.ts'
import { usePeriod, useScope, useScopeKeyOfAllShifts } from '../../scope/scope.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton, lockOfRows, tableForms } from '../../ui/export-button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { shiftNames, shiftWords } from '../../ui/shifts.ts'
import { ReportContent } from '../report-content.tsx'
import { machinesWords } from '../report-machines.ts'
import { ReportLayout, ReportPage, type ReportPlace } from '../report-page.tsx'
import { chartEdit } from './chart-edit.ts'
import { EditPanel } from './edit-panel.tsx'
import { machinesOf, type ShiftMachine } from './machines.ts'
import { ShiftChart } from './shift-chart.tsx'
import { useShiftEdit } from './use-shift-edit.ts'

const report = namedReport('shifts')

/** Page with the shift history of a machine or of the machines of a unit, which admins edit. */
export function ShiftsPage() {
  return <ReportPage report={report}>{(place) => <Shifts place={place} />}</ReportPage>
}

/**
 * Shift history of a unit or machine over the period: its chart with the shifts of the chosen number, the panel to edit them, and
 * the export.
 */
export function Shifts({ place }: { place: ReportPlace }) {
  const { shift } = useScope()
  const scopeKey = useScopeKeyOfAllShifts(place.zone)
  const { data: read, error, refetch } = useQuery(shiftHistoryQuery(place, place.zone, scopeKey))
  // Stays if another period cannot be read, and with it what a person is editing.
  const data = useLast(read)
  const { zone } = usePeriod(place.zone)
  const machines = useEqual(machinesOf(place))
  const names = useMemo(() => new Map(machines.map(({ id, name }) => [id, name])), [machines])
  const shown = useMemo(() => {
    const isShown = (row: ShownShift): boolean => names.has(row.equipmentId) && (shift === 0 || row.shift === shift)
    return data && { ...data, rows: data.rows.filter(isShown) }
  }, [data, names, shift])
  const rows = shown?.rows ?? []
  return (
    <ReportLayout
      place={place}
      report={report}
      second={
        <>
          <bdi>{place.name}</bdi> · {place.unit !== undefined && `${machinesWords(place.unit)} · `}
          {shiftWords[shift]}, through tomorrow
        </>
      }
      asOf={data?.asOf}
      refreshMs={ACTIVE_REFRESH_MS}
      isOld={data !== undefined && JSON.stringify(data.scopeKey) !== JSON.stringify(scopeKey)}
      aside={
        <ExportButton
          forms={tableForms}
          locked={lockOfRows(shown?.rows, 'There is nothing to export')}
          onExport={(extension) =>
            data !== undefined &&
            saveRows(
              { entity: place.name, from: data.from, to: data.to, zone, subject: 'shifts', extension },
              shiftLines(rows, (id) => names.get(id) ?? ''),
              shiftCsv,
            )
          }
        />
      }
    >
      <ReportContent
        query={{ data: shown, error, refetch }}
        failed="The shift history could not be read"
        skeleton={
          <div className="panel" aria-busy="true">
            <Skeleton height={Math.min(600, 60 + 36 * machines.length)} />
          </div>
        }
      >
        {(data) => <History machines={machines} data={data} zone={zone} />}
      </ReportContent>
    </ReportLayout>
  )
}

/**
 * Returns the value of the render before if it is deeply equal to `value`, so that equal values are the same object; else returns
 * `value`.
 */
function useEqual<Value>(value: Value): Value {
  const [before, setBefore] = useState(value)
  const equal = replaceEqualDeep(before, value)
  if (equal !== before) setBefore(equal)
  return equal
}

interface HistoryProps {
  machines: readonly ShiftMachine[]
  /** Shift history with only the rows that are shown. */
  data: ShiftHistory
  zone: string
}

/**
 * Content of the report: panel to edit shifts for those who may, chart and legend. It renders again only when a name, a lock or
 * the history changes.
 */
const History = memo(function History({ machines, data, zone }: HistoryProps) {
  const mayEdit = useMay()(updateShifts)
  const { shift } = useScope()
  const lockedBy = machines.flatMap(({ lock }) => lock?.jobId ?? [])
  const edit = useShiftEdit({ rows: data.rows, zone, lockedBy })
  const isEmpty = data.rows.length === 0
  return (
    <>
      {mayEdit && <EditPanel edit={edit} machines={machines} window={data} zone={zone} />}
      <Panel
        title="Shifts"
        note={
          mayEdit && edit.draft === undefined ? 'Click selects a shift. Arrow keys move, Space selects.' : undefined
        }
        aside={<Legend />}
      >
        {isEmpty && (
          <Empty title="No shifts">
            {shift === 0 ? 'No machine' : `No machine with the ${shiftWords[shift]}`} had a shift from{' '}
            {rangeWords({ from: data.from, to: data.to, isLive: false }, data.asOf, zone)}.
          </Empty>
        )}
        {(!isEmpty || edit.draft !== undefined) && (
          <ShiftChart
            machines={machines}
            rows={data.rows}
            window={data}
            zone={zone}
            edit={mayEdit ? chartEdit(edit, zone) : undefined}
          />
        )}
      </Panel>
    </>
  )
})

function Legend() {
  return (
    <ul className="note wrap" aria-label="Legend">
      {([1, 2, 3, 0] as const).map((shift) => (
        <li key={shift} className="inline">
          <span className={`swatch swatch-bar shift-${shift}`} /> {shiftNames[shift] || 'no shift'}
        </li>
      ))}
    </ul>
  )
}
