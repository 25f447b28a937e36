import './utilization-chart.css'
import { type BucketInterval, intervalFor } from '@millwatch/domain/time'
import { useMemo, useRef, useState } from 'react'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { useColours } from '../../charts/theme.ts'
import { hours, percent } from '../../lib/format.ts'
import { Choice } from '../../ui/choice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { exportGroups } from './export-groups.ts'
import { ExportMenu } from './export-menu.tsx'
import { bucketWords, drawGroups, intervalWords } from './groups.ts'
import { GroupsTable } from './groups-table.tsx'
import type { Explainable, Shown, UtilGroup } from './types.ts'

interface UtilizationChartProps {
  of: Explainable
  groups: readonly UtilGroup[]
  /** Days of the groups begin so many minutes after midnight. */
  dayStartMin: number
  shown: Shown
  onShow: (shown: Shown) => void
  /** Called with what was clicked or dragged over, epoch ms. */
  onZoom: (range: { from: number; to: number }) => void
}

const kinds = [
  { name: 'util', words: 'Util %' },
  { name: 'run', words: 'Run hrs' },
] as const

const HEIGHT_PX = 210

/** Utilization over time: columns with a trend, in percent or in hours of run; a click or a drag looks into them. */
export function UtilizationChart({ of, groups, dayStartMin, shown, onShow, onZoom }: UtilizationChartProps) {
  const { zone } = of.place
  const interval = intervalFor(of, { zone, dayStartMin })
  const [asTable, setTable] = useState(false)
  const colours = useColours()
  const picture = useRef<HTMLDivElement>(null)
  const drawn = useMemo(() => drawGroups(groups, shown, interval, zone), [groups, shown, interval, zone])
  const title = `${shown === 'util' ? 'Utilization' : 'Run hours'} by ${intervalWords[interval]}`
  const zoom = (first: number, last: number): void => {
    const [from, to] = [groups[first], groups[last]]
    if (from !== undefined && to !== undefined) onZoom({ from: Date.parse(from.time), to: Date.parse(to.ended_at) })
  }
  const words = (index: number): string => wordsOf(groups[index], interval, zone)
  return (
    <Panel
      title={title}
      aside={
        <>
          <Choice label="Columns show" chosen={shown} options={kinds} onChoose={onShow} />
          <button type="button" className="button" aria-pressed={asTable} onClick={() => setTable(!asTable)}>
            Table
          </button>
          <ExportMenu
            onExport={(kind) => exportGroups(kind, { of, groups, picture: picture.current, title, colours })}
            noPicture={asTable}
          />
        </>
      }
    >
      {asTable ? (
        <GroupsTable of={of} groups={groups} interval={interval} />
      ) : (
        <ColumnChart
          {...drawn}
          height={HEIGHT_PX}
          picture={picture}
          label={`${title}, ${of.place.name}, ${groups.length} columns`}
          tip={(index) => <GroupTip group={groups[index]} interval={interval} zone={zone} />}
          columnWords={words}
          onZoom={groups.length > 1 ? zoom : undefined}
        />
      )}
    </Panel>
  )
}

function wordsOf(group: UtilGroup | undefined, interval: BucketInterval, zone: string): string {
  if (group === undefined) return ''
  const when = bucketWords(group, interval, zone)
  if (group.scheduled_secs === 0) return `${when}: not scheduled, ${hours(group.run_secs)} hours ran`
  return `${when}: ${percent(group.util_pct)}, ${hours(group.run_secs)} of ${hours(group.scheduled_secs)} hours`
}

function GroupTip({ group, interval, zone }: { group: UtilGroup | undefined; interval: BucketInterval; zone: string }) {
  if (group === undefined) return null
  return (
    <>
      <div>
        <b>{group.scheduled_secs === 0 ? 'not scheduled' : percent(group.util_pct)}</b>
      </div>
      <div>
        {hours(group.run_secs)} of {hours(group.scheduled_secs)} h
      </div>
      <div className="tip-second">{bucketWords(group, interval, zone)}</div>
    </>
  )
}
