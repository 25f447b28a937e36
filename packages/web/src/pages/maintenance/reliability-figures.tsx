import { useQuery } from '@tanstack/react-query'
import { machineReliabilityQuery } from '../../features/reports/reliability.ts'
import {
  type ReliabilityFigure,
  ReliabilityHow,
  reliabilityNames,
  reliabilityText,
} from '../../features/reports/reliability-how.tsx'
import { NONE } from '../../lib/format.ts'
import { usePeriod, useScopeKey } from '../../scope/scope.ts'
import { How } from '../../ui/how.tsx'
import { Figure } from '../../ui/panel.tsx'

const shown: readonly ReliabilityFigure[] = ['mtbf', 'mttr']

/** MTBF and MTTR of a machine over the period of the header, each with its explanation; nothing until they are read. */
export function ReliabilityFigures({ machineId, zone }: { machineId: number; zone: string }) {
  const { data: figures } = useQuery(machineReliabilityQuery(machineId, useScopeKey(zone), zone))
  const { label } = usePeriod(zone)
  if (figures === undefined) return null
  return (
    <dl className="panel wrap due-figures" aria-label="Reliability">
      {shown.map((figure) => (
        <Figure
          key={figure}
          label={
            <span className="inline tight">
              {figure.toUpperCase()}{' '}
              <How name={reliabilityNames[figure]}>
                <ReliabilityHow figure={figure} figures={figures} />
              </How>
            </span>
          }
          value={reliabilityText(figures, figure) ?? NONE}
          note={label}
        />
      ))}
    </dl>
  )
}
