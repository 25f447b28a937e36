import { useMemo, useState } from 'react'
import { type Exception, exceptions, type SummaryMachine } from '../../features/reports/summary-machines.ts'
import { type SummaryRow, type SummaryUnit, summaryRows, summarySorts } from '../../features/reports/summary-rows.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { useMedia } from '../../ui/use-media.ts'

/** Rows of the table, with filter, search and order (all in the address) and functions that change these. */
export interface Rows {
  readonly rows: readonly SummaryRow[]
  readonly exception: Exception | undefined
  readonly setException: (exception: Exception | undefined) => void
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly isWorstFirst: boolean
  readonly setWorstFirst: (isWorstFirst: boolean) => void
  /** Hides the machines and units under a unit, or shows them again. */
  readonly toggle: (unitId: number) => void
  /** True in a narrow window, where rows are cards, and units are folded at first unless a filter or search is set. */
  readonly isNarrow: boolean
}

/** Media query of a window in which rows are cards. */
const NARROW = 'screen and (width < 768px)'

/**
 * Returns the rows of the table of these units and machines, as filter, search, order and folded units leave them, with functions
 * that change these. In a narrow window without filter and search, all units are folded at first.
 */
export function useRows(units: readonly SummaryUnit[], machines: readonly SummaryMachine[]): Rows {
  const [shown, setShown] = useChoiceInAddress('show', ['all', ...exceptions])
  const [sort, setSort] = useChoiceInAddress('sort', summarySorts)
  const [text, setText] = useInAddress('search')
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set())
  const isNarrow = useMedia(NARROW)
  const exception = shown === 'all' ? undefined : shown
  const search = text ?? ''
  const rows = useMemo(() => {
    const isFoldedFirst = isNarrow && exception === undefined && search === ''
    const folded = units.filter(({ id }) => toggled.has(id) !== isFoldedFirst).map(({ id }) => id)
    return summaryRows(units, machines, { exception, search, sort, folded: new Set(folded) })
  }, [units, machines, exception, search, sort, toggled, isNarrow])
  return {
    rows,
    exception,
    setException: (next) => setShown(next ?? 'all'),
    search,
    setSearch: (next) => setText(next === '' ? undefined : next),
    isWorstFirst: sort === 'worst',
    setWorstFirst: (isWorst) => setSort(isWorst ? 'worst' : 'tree'),
    toggle: (id) =>
      setToggled((before) =>
        before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
      ),
    isNarrow,
  }
}
