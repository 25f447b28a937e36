import './machine-groups-table.css'
import type { BucketInterval, Range } from '@millwatch/domain/time'
import { bucketWords } from '../../features/utilization/groups.ts'
import { count, hours, percent } from '../../lib/format.ts'
import { Empty } from '../../ui/empty.tsx'
import type { MachineGroup } from './machine-groups.ts'

interface MachineGroupsTableProps {
  groups: readonly MachineGroup[]
  interval: BucketInterval
  zone: string
  /** Called with the range of a bucket (epoch ms) when its time is pressed, to zoom to it. */
  onOpen: (range: Range) => void
}

const HEADS = ['Time', 'Run hours', 'Scheduled hours', 'Cycles', 'Tags', 'Utilization'] as const

/** Table of the buckets of a machine; the first cell of each row is a button that calls `onOpen` with the bucket's range. */
export function MachineGroupsTable({ groups, interval, zone, onOpen }: MachineGroupsTableProps) {
  if (groups.length === 0) return <Empty title="No time in this period">Choose another period above.</Empty>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className="box scroll-box groups-box" aria-label="Utilization as a table" tabIndex={0}>
      <table className="dense-table groups-rows">
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.time}>
              <th scope="row">
                <button
                  type="button"
                  className="link-button"
                  onClick={() => onOpen({ from: Date.parse(group.time), to: Date.parse(group.ended_at) })}
                >
                  {bucketWords(group, interval, zone)}
                </button>
              </th>
              <td>{hours(group.run_secs)}</td>
              <td>{hours(group.scheduled_secs)}</td>
              <td>{count(group.cycles)}</td>
              <td className="cut groups-tags" title={group.tags.join('; ')}>
                {group.tags.join('; ')}
              </td>
              <td>{percent(group.util_pct)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
