import type { BucketInterval } from '@millwatch/domain/time'
import { exactSeconds, hours, percent } from '../../lib/format.ts'
import { Explained } from './explained.tsx'
import { bucketWords, sumOfGroups } from './groups.ts'
import type { Explainable, UtilGroup } from './types.ts'

interface GroupsTableProps {
  explainable: Explainable
  groups: readonly UtilGroup[]
  interval: BucketInterval
}

/**
 * Returns the parameters to explain the figure of one bucket: those of `explainable` with the period of the bucket, up to `asOf`,
 * without figures.
 */
const bucketOf = (explainable: Explainable, { time, ended_at }: UtilGroup): Explainable => ({
  ...explainable,
  from: Date.parse(time),
  to: Math.min(Date.parse(ended_at), explainable.asOf),
  figures: undefined,
})

/**
 * Table of the buckets with run hours, scheduled hours and utilization, and a last row with their sums, which are the figures of
 * the page. The figure of a bucket can be explained only for all shifts.
 */
export function GroupsTable({ explainable, groups, interval }: GroupsTableProps) {
  const sum = sumOfGroups(groups)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className="scroll groups-table-box" tabIndex={0} role="region" aria-label="Utilization as a table">
      <table className="dense-table groups-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Run h</th>
            <th scope="col">Scheduled h</th>
            <th scope="col">Utilization</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.time}>
              <th scope="row">{bucketWords(group, interval, explainable.place.zone)}</th>
              <td>{hours(group.run_secs)}</td>
              <td>{hours(group.scheduled_secs)}</td>
              <td>
                {explainable.shift === 0 ? (
                  <Explained explainable={bucketOf(explainable, group)}>{percent(group.util_pct)}</Explained>
                ) : (
                  // The shift of a day may extend beyond it, so these seconds cannot be explained by two instants.
                  percent(group.util_pct)
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            <td title={exactSeconds(sum.run_secs)}>{hours(sum.run_secs)}</td>
            <td title={exactSeconds(sum.scheduled_secs)}>{hours(sum.scheduled_secs)}</td>
            <td>
              <Explained explainable={explainable}>
                {percent(sum.scheduled_secs === 0 ? null : (sum.run_secs / sum.scheduled_secs) * 100)}
              </Explained>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
