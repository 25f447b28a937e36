import { counted, hours } from '../../lib/format.ts'
import type { MachineReliability } from './reliability.ts'

/** Figure of reliability. `mtbf`: mean operating time between failures; `mttr`: mean time to repair. */
export type ReliabilityFigure = 'mtbf' | 'mttr'

export const reliabilityNames = {
  mtbf: 'mean operating time between failures',
  mttr: 'mean time to repair',
} as const satisfies Record<ReliabilityFigure, string>

/** Returns seconds as a text in hours: `22.50 h`. */
const inHours = (seconds: number): string => `${hours(seconds)} h`

/** Returns a figure of a machine in hours as text; undefined if there is none, since nothing failed or no failure has ended. */
export function reliabilityText(figures: MachineReliability, figure: ReliabilityFigure): string | undefined {
  const seconds = figure === 'mtbf' ? figures.mtbf_s : figures.mttr_s
  return seconds === null ? undefined : inHours(seconds)
}

/**
 * Explanation of MTBF or MTTR: its formula and the stops that are failures; with `figures` also the sums of that machine and its
 * failures that are not over.
 */
export function ReliabilityHow({ figure, figures }: { figure: ReliabilityFigure; figures?: MachineReliability }) {
  return (
    <div className="stack tight how-text">
      {figures !== undefined && <p className="strong">{sumWords(figure, figures)}</p>}
      {figure === 'mtbf' ? (
        <p>MTBF is the operating time divided by the number of failures. The machine operates while it is running.</p>
      ) : (
        <p>
          MTTR is the time of failures that ended, divided by their number. Their time is whole, also outside the
          schedule and after the period.
        </p>
      )}
      <p>
        A failure is a stop that began in the period, with a reason marked as failure. Ignored stops are left out. All
        shifts count.
      </p>
      {figures !== undefined && figures.failures > figures.repairs && (
        <p>{counted(figures.failures - figures.repairs, 'failure')} not over yet, without a time to repair.</p>
      )}
    </div>
  )
}

function sumWords(figure: ReliabilityFigure, figures: MachineReliability): string {
  const text = reliabilityText(figures, figure)
  const [seconds, many] =
    figure === 'mtbf' ? [figures.operating_s, figures.failures] : [figures.repair_s, figures.repairs]
  if (text !== undefined) return `${inHours(seconds)} / ${counted(many, 'failure')} = ${text}`
  if (figures.failures > 0) return 'No failure of this period is over yet, so there is no mean.'
  return `No failures in ${inHours(figures.operating_s)} of operating time, so there is no mean.`
}
