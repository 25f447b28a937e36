import { briefDuration } from '../../lib/format.ts'
import { machinesWords } from '../report-machines.ts'
import type { ReportPlace } from '../report-page.tsx'

/**
 * Returns the line beside the title: the unit with the number of machines that are under it now, or the machine with its
 * threshold.
 */
export function secondLine({ name, machine, unit }: ReportPlace): React.ReactNode {
  return (
    <>
      <bdi>{name}</bdi>
      {machine !== undefined && ` · stops of ${thresholdWords(machine.excessive_downtime_threshold)}`}
      {unit !== undefined && ` · ${machinesWords(unit)}`}
    </>
  )
}

/** Returns a threshold in seconds as text: `35 m 00 s and more of scheduled time`. */
export const thresholdWords = (seconds: number): string => `${briefDuration(seconds * 1000)} and more of scheduled time`
