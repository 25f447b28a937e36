import { useQuery } from '@tanstack/react-query'
import { type ReliabilityById, reliabilityQuery } from '../../features/reports/reliability.ts'
import { useChoiceInAddress } from '../../lib/use-in-address.ts'
import { useScopeKey } from '../../scope/scope.ts'

/** Choice of the columns MTBF and MTTR, which the address keeps, and their figures. */
export interface ReliabilityColumns {
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
  /** Figures by machine; undefined: they are not read yet, or not shown. */
  readonly figures: ReliabilityById | undefined
  /** Error of the reading, and a function that reads again. */
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
