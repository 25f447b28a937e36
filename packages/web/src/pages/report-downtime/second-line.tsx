import type { Downtime } from '../../features/stops/downtime.ts'
import { briefDuration, count } from '../../lib/format.ts'
import type { ReportPlace } from '../report-page.tsx'

/**
 * Returns the line beside the title: the unit with the number of machines that are under it now, or the machine with its
 * threshold.
 */
export function secondLine({ name, machine }: ReportPlace, downtime: Downtime | undefined): React.ReactNode {
  const machines = downtime?.machines
  return (
    <>
      <bdi>{name}</bdi>
      {machine !== undefined && ` · stops of ${thresholdWords(machine.excessive_downtime_threshold)}`}
      {machine === undefined &&
        machines !== undefined &&
        ` · ${count(machines)} ${machines === 1 ? 'machine' : 'machines'} under it now`}
    </>
  )
}

/** Returns a threshold in seconds as text: `35 m 00 s and more of scheduled time`. */
export const thresholdWords = (seconds: number): string => `${briefDuration(seconds * 1000)} and more of scheduled time`
