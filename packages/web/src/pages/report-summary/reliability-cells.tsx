import type { MachineReliability } from '../../features/reports/reliability.ts'
import {
  type ReliabilityFigure,
  ReliabilityHow,
  reliabilityNames,
  reliabilityText,
} from '../../features/reports/reliability-how.tsx'
import { NONE } from '../../lib/format.ts'
import { How } from '../../ui/how.tsx'
import { Opener } from '../../ui/opener.tsx'

const figureNames: readonly ReliabilityFigure[] = ['mtbf', 'mttr']

/** Headings of the columns MTBF and MTTR, each with a button that opens the explanation of its figure. */
export const ReliabilityHeads = () =>
  figureNames.map((figure) => (
    <th key={figure} scope="col" className="right">
      {figure.toUpperCase()}{' '}
      <How name={reliabilityNames[figure]}>
        <ReliabilityHow figure={figure} />
      </How>
    </th>
  ))

interface CellsProps {
  /** Name of the machine. */
  name: string
  /** Figures of the machine; undefined until they are read. */
  figures: MachineReliability | undefined
}

/** Cells with MTBF and MTTR of a machine, which open the sums behind them. */
export const ReliabilityCells = ({ name, figures }: CellsProps) =>
  figureNames.map((figure) => (
    <td key={figure} className="right summary-reliability" data-label={figure.toUpperCase()}>
      {figures === undefined ? (
        <span className="faint">…</span>
      ) : (
        <Opener
          className="link-button"
          label={`How the ${reliabilityNames[figure]} of ${name} is computed`}
          content={() => <ReliabilityHow figure={figure} figures={figures} />}
        >
          {reliabilityText(figures, figure) ?? NONE}
          <span className="sr-only">
            {' '}
            {reliabilityNames[figure]}, how it is computed, {name}
          </span>
        </Opener>
      )}
    </td>
  ))
