import type { BucketInterval, Range } from '@millwatch/domain/time'
import { type RefObject, useMemo } from 'react'
import { ColumnChart } from '../../charts/column-chart.tsx'
import { hours, percent } from '../../lib/format.ts'
import { bucketWords, drawGroups, isCutBucket } from './groups.ts'
import type { Shown, UtilGroup } from './types.ts'

interface GroupColumnsProps<Group extends UtilGroup> {
  groups: readonly Group[]
  interval: BucketInterval
  zone: string
  shown: Shown
  height: number
  /** Text for screen readers: the chart and its number of columns. */
  label: string
  /** Function that returns further lines for the tooltip of a column; absent: none. */
  moreOf?: (group: Group) => readonly string[]
  /** Reference to the element that contains the canvas of the chart. */
  picture: RefObject<HTMLDivElement | null>
  /** Called with the period of the columns that were clicked or dragged over. */
  onZoom: (range: Range) => void
}

/** Words in the tooltip of a column whose bucket is only partly in the period. */
const CUT_WORDS = 'only in part within the period'
const nothing = (): readonly string[] => []

/**
 * Column chart of utilization or run hours by bucket with a trend line and tooltips. A click or a drag calls `onZoom` with the
 * range of the buckets; not if there is only one.
 */
export function GroupColumns<Group extends UtilGroup>(props: GroupColumnsProps<Group>) {
  const { groups, interval, zone, shown, onZoom, moreOf = nothing } = props
  const drawn = useMemo(() => drawGroups(groups, shown, interval, zone), [groups, shown, interval, zone])
  const zoom = (first: number, last: number): void => {
    const [from, to] = [groups[first], groups[last]]
    if (from !== undefined && to !== undefined) onZoom({ from: Date.parse(from.time), to: Date.parse(to.ended_at) })
  }
  const linesOf = (group: Group): readonly string[] => [
    ...moreOf(group),
    ...(isCutBucket(group, interval) ? [CUT_WORDS] : []),
  ]
  const words = (index: number): string => {
    const group = groups[index]
    if (group === undefined) return ''
    return `${bucketWords(group, interval, zone)}: ${[sumWords(group), ...linesOf(group)].join(', ')}`
  }
  const tip = (index: number) => {
    const group = groups[index]
    return group && <GroupTip group={group} more={linesOf(group)} when={bucketWords(group, interval, zone)} />
  }
  return (
    <ColumnChart
      {...drawn}
      height={props.height}
      picture={props.picture}
      label={props.label}
      columnWords={words}
      tip={tip}
      onZoom={groups.length > 1 ? zoom : undefined}
    />
  )
}

function sumWords({ run_secs, scheduled_secs, util_pct }: UtilGroup): string {
  if (scheduled_secs === 0) return `not scheduled, ${hours(run_secs)} hours ran`
  return `${percent(util_pct)}, ${hours(run_secs)} of ${hours(scheduled_secs)} hours`
}

function GroupTip({ group, more, when }: { group: UtilGroup; more: readonly string[]; when: string }) {
  return (
    <>
      <div>
        <b>{group.scheduled_secs === 0 ? 'not scheduled' : percent(group.util_pct)}</b>
      </div>
      <div>
        {hours(group.run_secs)} of {hours(group.scheduled_secs)} h
      </div>
      {more.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <div className="muted">{when}</div>
    </>
  )
}
