import './utilization-chart.css'
import { intervalFor, type Range } from '@millwatch/domain/time'
import { useRef, useState } from 'react'
import { useColours } from '../../charts/theme.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { chartForms, ExportButton, type ExportForm, tableForms } from '../../ui/export-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { exportGroups, groupsAsCsv } from './export-groups.ts'
import { GroupColumns } from './group-columns.tsx'
import { intervalWords } from './groups.ts'
import { GroupsTable } from './groups-table.tsx'
import { shownChoices } from './shown.ts'
import type { Explainable, Shown, UtilGroup } from './types.ts'

interface UtilizationChartProps {
  explainable: Explainable
  groups: readonly UtilGroup[]
  /** Minutes after midnight at which days of the groups start. */
  dayStartMin: number
  shown: Shown
  onShow: (shown: Shown) => void
  /** Called with the period of the columns that were clicked or dragged over. */
  onZoom: (range: Range) => void
}

const HEIGHT_PX = 210

/**
 * Panel with the utilization or run hours of a unit over time, as columns or as a table, with export as a file. A click or a drag
 * calls `onZoom` with the period.
 */
export function UtilizationChart({ explainable, groups, dayStartMin, shown, onShow, onZoom }: UtilizationChartProps) {
  const { zone } = explainable.place
  const interval = intervalFor(explainable, { zone, dayStartMin })
  const [asTable, setTable] = useState(false)
  const colours = useColours()
  const picture = useRef<HTMLDivElement>(null)
  const title = `${shown === 'util' ? 'Utilization' : 'Run hours'} by ${intervalWords[interval]}`
  const save = (form: ExportForm): void => {
    const { place, from, to } = explainable
    const shownAs = { picture: picture.current, title, colours }
    exportGroups(form, { entity: place.name, from, to, zone, groups, toCsv: groupsAsCsv, ...shownAs })
  }
  return (
    <Panel
      title={title}
      aside={
        <>
          <Choice label="Columns show" chosen={shown} options={shownChoices} onChoose={onShow} />
          <Button aria-pressed={asTable} onClick={() => setTable(!asTable)}>
            Table
          </Button>
          <ExportButton forms={asTable ? tableForms : chartForms} onExport={save} />
        </>
      }
    >
      {asTable ? (
        <GroupsTable explainable={explainable} groups={groups} interval={interval} />
      ) : (
        <GroupColumns
          groups={groups}
          interval={interval}
          zone={zone}
          shown={shown}
          height={HEIGHT_PX}
          label={`${title}, ${explainable.place.name}, ${groups.length} columns`}
          picture={picture}
          onZoom={onZoom}
        />
      )}
    </Panel>
  )
}
