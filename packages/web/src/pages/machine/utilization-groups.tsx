import type { BucketInterval, Range } from '@millwatch/domain/time'
import { useMemo, useRef } from 'react'
import { useColours } from '../../charts/theme.ts'
import { exportGroups } from '../../features/utilization/export-groups.ts'
import { GroupColumns } from '../../features/utilization/group-columns.tsx'
import { intervalWords } from '../../features/utilization/groups.ts'
import { shownChoices } from '../../features/utilization/shown.ts'
import { count } from '../../lib/format.ts'
import { useChoiceInAddress } from '../../lib/use-in-address.ts'
import { Choice } from '../../ui/choice.tsx'
import { chartForms, ExportButton, type ExportForm, tableForms } from '../../ui/export-button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { MachineData } from './machine-data.ts'
import { groupsCsv, groupsOf, type MachineGroup } from './machine-groups.ts'
import { MachineGroupsTable } from './machine-groups-table.tsx'
import { SplitColumns } from './split-columns.tsx'

interface UtilizationGroupsProps {
  /** Data of the period; undefined while it loads. */
  data: MachineData | undefined
  name: string
  zone: string
  /** True: the columns show the time of each status; the table is the same. */
  split: boolean
  onZoom: (range: Range) => void
}

const HEIGHT_PX = 190

/**
 * Panel with the utilization of a machine by bucket, as columns or as a table, with export. With `split` the columns show the
 * time of each status.
 */
export function UtilizationGroups({ data, name, zone, split, onZoom }: UtilizationGroupsProps) {
  const [shown, setShown] = useChoiceInAddress('util', ['util', 'run'])
  const [view, setView] = useChoiceInAddress('groups', ['chart', 'table'])
  const groups = useMemo(() => (data === undefined ? undefined : groupsOf(data)), [data])
  const interval = (data?.groups.interval ?? 86_400) as BucketInterval
  const title = `${split ? 'Statuses' : shown === 'util' ? 'Utilization' : 'Run hours'} by ${intervalWords[interval]}`
  const picture = useRef<HTMLDivElement>(null)
  const colours = useColours()
  const save = (form: ExportForm): void => {
    if (data === undefined || groups === undefined) return
    const { from, to } = data
    const shownAs = { picture: picture.current, title, colours }
    exportGroups(form, { entity: name, from, to, zone, groups, toCsv: groupsCsv, ...shownAs })
  }
  return (
    <Panel
      title={title}
      aside={
        <>
          {!split && view === 'chart' && (
            <Choice label="Columns show" options={shownChoices} chosen={shown} onChoose={setShown} />
          )}
          <Choice label="Show as" options={views} chosen={view} onChoose={setView} />
          {groups !== undefined && (
            <ExportButton forms={split || view === 'table' ? tableForms : chartForms} onExport={save} />
          )}
        </>
      }
    >
      {groups === undefined ? (
        <Skeleton height={HEIGHT_PX} />
      ) : view === 'table' ? (
        <MachineGroupsTable groups={groups} interval={interval} zone={zone} onOpen={onZoom} />
      ) : split ? (
        <SplitColumns groups={groups} interval={interval} zone={zone} height={HEIGHT_PX} />
      ) : (
        <GroupColumns
          groups={groups}
          interval={interval}
          zone={zone}
          shown={shown}
          height={HEIGHT_PX}
          label={`${title}, ${count(groups.length)} columns`}
          moreOf={moreOf}
          picture={picture}
          onZoom={onZoom}
        />
      )}
    </Panel>
  )
}

const views = [
  { name: 'chart', words: 'Chart' },
  { name: 'table', words: 'Table' },
] as const

/** Returns lines of text for the tooltip of a bucket: its number of cycles, and the names of its tags if it has any. */
const moreOf = ({ cycles, tags }: MachineGroup): string[] => [
  `${count(cycles)} cycles`,
  ...(tags.length === 0 ? [] : [tags.join(', ')]),
]
