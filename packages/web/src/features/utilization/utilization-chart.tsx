import './utilization-chart.css'
import { intervalFor, type Range } from '@millwatch/domain/time'
import { useRef, useState } from 'react'
import { useColours } from '../../charts/theme.ts'
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
  of: Explainable
  groups: readonly UtilGroup[]
  /** Days of the groups begin so many minutes after midnight. */
  dayStartMin: number
  shown: Shown
  onShow: (shown: Shown) => void
  /** Called with what was clicked or dragged over. */
  onZoom: (range: Range) => void
}

const HEIGHT_PX = 210

/** Utilization over time: columns with a trend, in percent or in hours of run; a click or a drag looks into them. */
export function UtilizationChart({ of, groups, dayStartMin, shown, onShow, onZoom }: UtilizationChartProps) {
  const { zone } = of.place
  const interval = intervalFor(of, { zone, dayStartMin })
  const [asTable, setTable] = useState(false)
  const colours = useColours()
  const picture = useRef<HTMLDivElement>(null)
  const title = `${shown === 'util' ? 'Utilization' : 'Run hours'} by ${intervalWords[interval]}`
  const save = (form: ExportForm): void => {
    const { place, from, to } = of
    const shownAs = { picture: picture.current, title, colours }
    exportGroups(form, { entity: place.name, from, to, zone, groups, toCsv: groupsAsCsv, ...shownAs })
  }
  return (
    <Panel
      title={title}
      aside={
        <>
          <Choice label="Columns show" chosen={shown} options={shownChoices} onChoose={onShow} />
          <button type="button" className="button" aria-pressed={asTable} onClick={() => setTable(!asTable)}>
            Table
          </button>
          <ExportButton forms={asTable ? tableForms : chartForms} onExport={save} />
        </>
      }
    >
      {asTable ? (
        <GroupsTable of={of} groups={groups} interval={interval} />
      ) : (
        <GroupColumns
          groups={groups}
          interval={interval}
          zone={zone}
          shown={shown}
          height={HEIGHT_PX}
          label={`${title}, ${of.place.name}, ${groups.length} columns`}
          picture={picture}
          onZoom={onZoom}
        />
      )}
    </Panel>
  )
}
