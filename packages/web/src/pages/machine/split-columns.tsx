import './split-columns.css'
import type { BucketInterval } from '@millwatch/domain/time'
import { useRef, useState } from 'react'
import { labelStep } from '../../charts/column-scale.ts'
import { Tip } from '../../charts/tip.tsx'
import { bucketLabel, bucketWords } from '../../features/utilization/groups.ts'
import { hours, quantity } from '../../lib/format.ts'
import { type StatusKey, statusText } from '../../ui/status.ts'
import { useWidth } from '../../ui/use-size.ts'
import type { MachineGroup } from './machine-groups.ts'

interface SplitColumnsProps {
  groups: readonly MachineGroup[]
  interval: BucketInterval
  zone: string
  height: number
}

/** From the ground up. */
const PARTS = [
  ['running', 'running_s'],
  ['powered-off', 'powered_off_s'],
  ['offline', 'offline_s'],
  ['down', 'down_s'],
] as const satisfies readonly (readonly [StatusKey, keyof MachineGroup])[]

const LABEL_PX = 58
const TICKS = 4

/** How many hours of each status a bucket holds; a full bar is the whole bucket. */
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
    <div className="split" style={{ height }}>
      <div className="split-axis" aria-hidden="true">
        {Array.from({ length: TICKS + 1 }, (_, i) => TICKS - i).map((tick) => (
          <span key={tick}>{axisWords((interval / 3600) * (tick / TICKS))}</span>
        ))}
      </div>
      <div
        ref={plot}
        className="split-plot"
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
        onKeyDown={(event) => {
          const way = keys[event.key]
          if (way === undefined) return
          way()
          event.preventDefault()
        }}
        onBlur={() => setIndex(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect()
          step(Math.floor(((clientX - box.left) / box.width) * groups.length))
        }}
        onPointerLeave={() => setIndex(undefined)}
      >
        {groups.map((one) => (
          <div key={one.time} className="split-column">
            <div className="split-no-data" style={{ height: shareOf(noDataOf(one), interval) }} />
            {PARTS.toReversed().map(([status, seconds]) => (
              <div
                key={status}
                className={`split-part split-${status}`}
                style={{ height: shareOf(one[seconds], interval) }}
              />
            ))}
          </div>
        ))}
        {group !== undefined && index !== undefined && (
          <Tip x={(index + 0.5) * band} width={width}>
            {partsOf(group).map((line) => (
              <div key={line}>{line}</div>
            ))}
            <div className="tip-second">{bucketWords(group, interval, zone)}</div>
          </Tip>
        )}
      </div>
      <div className="split-labels" aria-hidden="true">
        {groups.map((one, i) => (
          <span key={one.time}>{i % every === 0 ? bucketLabel(Date.parse(one.time), interval, zone) : ''}</span>
        ))}
      </div>
    </div>
  )
}

/** `6 h`, `45 m`, `3.75 m`: nothing is rounded away, or the ticks would not be as far apart as they say. */
function axisWords(value: number): string {
  if (value === 0) return '0'
  return value >= 1 ? `${quantity(value)} h` : `${quantity(Math.round(value * 6000) / 100)} m`
}

const shareOf = (seconds: number, interval: number): string => `${Math.min(100, (seconds / interval) * 100)}%`

/** Seconds of the bucket, as far as the period has come, of which nothing is known. */
function noDataOf(group: MachineGroup): number {
  const known = PARTS.reduce((sum, [, seconds]) => sum + group[seconds], 0)
  return Math.max(0, (Date.parse(group.ended_at) - Date.parse(group.time)) / 1000 - known)
}

/** So little is but what went by while the answer was made. */
const LEAST_NO_DATA_S = 36

function partsOf(group: MachineGroup): string[] {
  const known = PARTS.filter(([, seconds]) => group[seconds] > 0).map(
    ([status, seconds]) => `${statusText[status]} ${hours(group[seconds])} h`,
  )
  const unknown = noDataOf(group)
  return unknown < LEAST_NO_DATA_S ? known : [...known, `No data ${hours(unknown)} h`]
}
