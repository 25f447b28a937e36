import './split-columns.css'
import type { BucketInterval } from '@millwatch/domain/time'
import { useRef, useState } from 'react'
import { labelStep } from '../../charts/column-scale.ts'
import { Tip } from '../../charts/tip.tsx'
import { bucketLabel, bucketWords } from '../../features/utilization/groups.ts'
import { hours, quantity } from '../../lib/format.ts'
import { performKey } from '../../ui/perform.ts'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { useWidth } from '../../ui/use-size.ts'
import type { MachineGroup } from './machine-groups.ts'

interface SplitColumnsProps {
  groups: readonly MachineGroup[]
  interval: BucketInterval
  zone: string
  height: number
}

/** Statuses of which a column is made, from bottom to top, each with the field of its seconds. */
const PARTS = [
  ['running', 'running_s'],
  ['powered-off', 'powered_off_s'],
  ['offline', 'offline_s'],
  ['down', 'down_s'],
] as const satisfies readonly (readonly [StatusKey, keyof MachineGroup])[]

const LABEL_PX = 58
const TICKS = 4

/**
 * Column chart of the time of each status per bucket; a full column is the whole bucket. The pointer or the arrow keys show
 * the tooltip of a column.
 */
export function SplitColumns({ groups, interval, zone, height }: SplitColumnsProps) {
  const plot = useRef<HTMLDivElement>(null)
  const width = useWidth(plot)
  const [index, setIndex] = useState<number>()
  const last = groups.length - 1
  const band = width / Math.max(1, groups.length)
  const every = labelStep(groups.length, width, LABEL_PX)
  const group = index === undefined ? undefined : groups[index]
  const step = (to: number): void => setIndex(Math.min(last, Math.max(0, to)))
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step((index ?? last + 1) - 1),
    ArrowRight: () => step((index ?? -1) + 1),
    Escape: () => setIndex(undefined),
  }
  return (
    <div className="note stack split" style={{ height }}>
      <div className="column dense right split-axis" aria-hidden="true">
        {Array.from({ length: TICKS + 1 }, (_, i) => TICKS - i).map((tick) => (
          <span key={tick}>{axisWords((interval / 3600) * (tick / TICKS))}</span>
        ))}
      </div>
      <div
        ref={plot}
        className="anchor split-plot"
        role="slider"
        tabIndex={0}
        aria-label={`Statuses by bucket, ${groups.length} columns`}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, groups.length)}
        aria-valuenow={index === undefined ? 0 : index + 1}
        aria-valuetext={
          group === undefined
            ? 'No column chosen; arrow keys choose one'
            : [bucketWords(group, interval, zone), ...partsOf(group)].join(', ')
        }
        onKeyDown={(event) => performKey(event, keys[event.key])}
        onBlur={() => setIndex(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect()
          step(Math.floor(((clientX - box.left) / box.width) * groups.length))
        }}
        onPointerLeave={() => setIndex(undefined)}
      >
        {groups.map((bucket) => (
          <div key={bucket.time} className="column split-column">
            <div className="split-no-data" style={{ height: shareOf(noDataOf(bucket), interval) }} />
            {PARTS.toReversed().map(([status, seconds]) => (
              <div key={status} className={`split-${status}`} style={{ height: shareOf(bucket[seconds], interval) }} />
            ))}
          </div>
        ))}
        {group !== undefined && index !== undefined && (
          <Tip x={(index + 0.5) * band} width={width}>
            {partsOf(group).map((line) => (
              <div key={line}>{line}</div>
            ))}
            <div className="muted">{bucketWords(group, interval, zone)}</div>
          </Tip>
        )}
      </div>
      <div className="split-labels" aria-hidden="true">
        {groups.map((bucket, i) => (
          <span key={bucket.time}>{i % every === 0 ? bucketLabel(Date.parse(bucket.time), interval, zone) : ''}</span>
        ))}
      </div>
    </div>
  )
}

/**
 * Returns an axis value (hours) as text: `6 h`, below one hour in minutes with at most two decimals (`45 m`, `3.75 m`), and `0`
 * for 0. Minutes are not rounded to whole ones, since ticks must be evenly spaced.
 */
function axisWords(value: number): string {
  if (value === 0) return '0'
  return value >= 1 ? `${quantity(value)} h` : `${quantity(Math.round(value * 6000) / 100)} m`
}

const shareOf = (seconds: number, interval: number): string => `${Math.min(100, (seconds / interval) * 100)}%`

/** Returns the seconds of the bucket in which no status is known; 0 if there are none. */
function noDataOf(group: MachineGroup): number {
  const knownSeconds = PARTS.reduce((sum, [, seconds]) => sum + group[seconds], 0)
  return Math.max(0, (Date.parse(group.ended_at) - Date.parse(group.time)) / 1000 - knownSeconds)
}

/** Least time without data (s) that a tooltip mentions. Shorter times only passed while the answer was made. */
const LEAST_NO_DATA_S = 36

function partsOf(group: MachineGroup): string[] {
  const texts = PARTS.filter(([, seconds]) => group[seconds] > 0).map(
    ([status, seconds]) => `${statusText[status]} ${hours(group[seconds])} h`,
  )
  const unknown = noDataOf(group)
  return unknown < LEAST_NO_DATA_S ? texts : [...texts, `No data ${hours(unknown)} h`]
}
