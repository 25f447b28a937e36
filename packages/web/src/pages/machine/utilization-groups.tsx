import './groups.css'
import type { BucketInterval, Range } from '@millwatch/domain/time'
import { type RefObject, useMemo, useRef } from 'react'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { titledPicture } from '../../charts/export-picture.ts'
import { useColours } from '../../charts/theme.ts'
import { type ExportKind, ExportMenu } from '../../features/utilization/export-menu.tsx'
import { bucketWords, drawGroups, intervalWords } from '../../features/utilization/groups.ts'
import { fileName, saveFile } from '../../lib/download.ts'
import { count, hours, percent } from '../../lib/format.ts'
import { dateAndMinute, zoneName } from '../../lib/zoned.ts'
import { Choice } from '../../ui/choice.tsx'
import { Bone } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { groupsCsv, groupsOf, type MachineGroup } from './groups.ts'
import { GroupsTable } from './groups-table.tsx'
import type { MachineData } from './machine-data.ts'
import { SplitColumns } from './split-columns.tsx'
import { useChoice } from './use-address.ts'

interface UtilizationGroupsProps {
  /** Undefined while the period is being read. */
  data: MachineData | undefined
  name: string
  zone: string
  /** Shows how each bucket is made of statuses. */
  split: boolean
  onZoom: (range: Range) => void
}

const HEIGHT_PX = 190

/** Utilization of a machine by the buckets of the period, as columns or as a table that can be taken away. */
export function UtilizationGroups({ data, name, zone, split, onZoom }: UtilizationGroupsProps) {
  const [shown, setShown] = useChoice('util', ['util', 'run'])
  const [view, setView] = useChoice('groups', ['chart', 'table'])
  const groups = useMemo(() => (data === undefined ? undefined : groupsOf(data)), [data])
  const interval = (data?.groups.interval ?? 86_400) as BucketInterval
  const title = `${split ? 'Statuses' : shown === 'util' ? 'Utilization' : 'Run hours'} by ${intervalWords[interval]}`
  const picture = useRef<HTMLDivElement>(null)
  const colours = useColours()
  const save = (extension: ExportKind): void => {
    if (data === undefined || groups === undefined) return
    const { from, to } = data
    const file = fileName({ entity: name, from, to, zone, what: 'utilization', extension })
    const canvas = picture.current?.querySelector('canvas')
    if (extension === 'csv') saveFile(file, new Blob([groupsCsv(groups)], { type: 'text/csv' }))
    else if (extension === 'json')
      saveFile(file, new Blob([JSON.stringify(groups, null, 2)], { type: 'application/json' }))
    else if (canvas != null) {
      const under = `${name}, ${dateAndMinute(from, zone)} to ${dateAndMinute(to, zone)} ${zoneName(to, zone)}`
      void titledPicture(canvas, { title, under, colours }).then((blob) => saveFile(file, blob))
    }
  }
  return (
    <Panel
      title={title}
      aside={
        <>
          {!split && view === 'chart' && (
            <Choice label="Columns show" options={kinds} chosen={shown} onChoose={setShown} />
          )}
          <Choice label="Show as" options={views} chosen={view} onChoose={setView} />
          {groups !== undefined && <ExportMenu onExport={save} noPicture={split || view === 'table'} />}
        </>
      }
    >
      {groups === undefined ? (
        <Bone height={HEIGHT_PX} />
      ) : view === 'table' ? (
        <GroupsTable groups={groups} interval={interval} zone={zone} onOpen={onZoom} />
      ) : split ? (
        <SplitColumns groups={groups} interval={interval} zone={zone} height={HEIGHT_PX} />
      ) : (
        <Columns
          groups={groups}
          interval={interval}
          zone={zone}
          shown={shown}
          title={title}
          picture={picture}
          onZoom={onZoom}
        />
      )}
    </Panel>
  )
}

const kinds = [
  { name: 'util', words: 'Util %' },
  { name: 'run', words: 'Run hrs' },
] as const
const views = [
  { name: 'chart', words: 'Chart' },
  { name: 'table', words: 'Table' },
] as const

interface ColumnsProps {
  groups: readonly MachineGroup[]
  interval: BucketInterval
  zone: string
  shown: 'util' | 'run'
  title: string
  /** The element whose canvas is the picture. */
  picture: RefObject<HTMLDivElement | null>
  onZoom: (range: Range) => void
}

function Columns({ groups, interval, zone, shown, title, picture, onZoom }: ColumnsProps) {
  const drawn = useMemo(() => drawGroups(groups, shown, interval, zone), [groups, shown, interval, zone])
  const words = (index: number): string => {
    const group = groups[index]
    return group === undefined ? '' : [bucketWords(group, interval, zone), ...linesOf(group)].join(', ')
  }
  return (
    <ColumnChart
      {...drawn}
      height={HEIGHT_PX}
      picture={picture}
      label={`${title}, ${count(groups.length)} columns`}
      columnWords={words}
      tip={(index) => <GroupTip group={groups[index]} interval={interval} zone={zone} />}
      onZoom={
        groups.length < 2
          ? undefined
          : (first, last) => {
              const [from, to] = [groups[first], groups[last]]
              if (from !== undefined && to !== undefined)
                onZoom({ from: Date.parse(from.time), to: Date.parse(to.ended_at) })
            }
      }
    />
  )
}

/** What a bucket is, line by line. */
export function linesOf(group: MachineGroup): string[] {
  const util = group.scheduled_secs === 0 ? 'not scheduled' : percent(group.util_pct)
  return [
    util,
    `${hours(group.run_secs)} of ${hours(group.scheduled_secs)} h`,
    `${count(group.cycles)} cycles`,
    ...(group.tags.length === 0 ? [] : [group.tags.join(', ')]),
  ]
}

export function GroupTip({
  group,
  interval,
  zone,
}: {
  group: MachineGroup | undefined
  interval: BucketInterval
  zone: string
}) {
  if (group === undefined) return null
  const [first, ...rest] = linesOf(group)
  return (
    <>
      <div>
        <b>{first}</b>
      </div>
      {rest.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <div className="tip-second">{bucketWords(group, interval, zone)}</div>
    </>
  )
}
