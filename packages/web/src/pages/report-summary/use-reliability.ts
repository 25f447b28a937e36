import { useQuery } from '@tanstack/react-query'
import { type ReliabilityById, reliabilityQuery } from '../../features/reports/reliability.ts'
import { useChoiceInAddress } from '../../lib/use-in-address.ts'
import { useScopeKey } from '../../scope/scope.ts'

/** State of the columns MTBF and MTTR: if they are shown (in the address), and their figures. */
export interface ReliabilityColumns {
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  /** Figures by machine id; undefined while they are not read or not shown. */
  readonly figures: ReliabilityById | undefined
  /** Error of a reading without any figures, null without one; `readAgain` reads them again. */
  readonly error: Error | null
  readonly readAgain: () => void
}

/** Returns the columns MTBF and MTTR of the machines of a unit; their figures are read while they are shown. */
export function useReliability(unitId: number, zone: string): ReliabilityColumns {
  const [columns, setColumns] = useChoiceInAddress('columns', ['usual', 'reliability'])
  const isShown = columns === 'reliability'
  const scopeKey = useScopeKey(zone)
  const query = useQuery({ ...reliabilityQuery(unitId, scopeKey, zone), enabled: isShown })
  return {
    isShown,
    setShown: (next) => setColumns(next ? 'reliability' : 'usual'),
    figures: isShown ? query.data : undefined,
    error: isShown && query.data === undefined ? query.error : null,
    readAgain: () => void query.refetch(),
  }
}
