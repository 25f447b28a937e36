import { useMemo } from 'react'
import {
  filteredRuns,
  foundRuns,
  type RunFilter,
  type RunOrder,
  runFilters,
  runOrders,
  sortedRuns,
} from '../../features/reports/run-rows.ts'
import type { ReportRun } from '../../features/reports/runs.ts'
import { useChangeAddress } from '../../lib/use-change-address.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'

type Direction = 'ascending' | 'descending'

/**
 * Reads the order of the table from the address: `start` is ascending, `-start` descending. Text that names no order is the end,
 * descending.
 */
function orderIn(text: string | null): { order: RunOrder; direction: Direction } {
  const order = runOrders.find((name) => name === text?.replace(/^-/, ''))
  if (order === undefined) return { order: 'end', direction: 'descending' }
  return { order, direction: text?.startsWith('-') ? 'descending' : 'ascending' }
}

/**
 * Returns the runs of the table, which pass the filter and the search of the address, in the order of the address, with the
 * functions that change these. In a company that does not count scrap, the filter `scrap` shows all. `counts` are those of each
 * filter within the search.
 */
export function useShownRuns(all: readonly ReportRun[], countsScrap: boolean) {
  const [text, setText] = useInAddress('q')
  const [wanted, setFilter] = useChoiceInAddress('show', runFilters)
  const [sort, setSort] = useInAddress('sort')
  const change = useChangeAddress()
  const filter: RunFilter = wanted === 'scrap' && !countsScrap ? 'all' : wanted
  const { order, direction } = orderIn(sort)
  const found = useMemo(() => foundRuns(all, text ?? ''), [all, text])
  const runs = useMemo(
    () => sortedRuns(filteredRuns(found, filter), order, direction),
    [found, filter, order, direction],
  )
  const sortBy = (by: RunOrder): void => {
    const next: Direction = by === order && direction === 'descending' ? 'ascending' : 'descending'
    setSort(by === 'end' && next === 'descending' ? undefined : `${next === 'descending' ? '-' : ''}${by}`)
  }
  /**
   * Removes filter and search from the address if they hide the run with this id; does nothing for a run that is shown or not in
   * the list.
   */
  const unhide = (id: number | undefined): void => {
    const isHidden = all.some((run) => run.id === id) && !runs.some((run) => run.id === id)
    if (!isHidden) return
    change((search) => {
      search.delete('q')
      search.delete('show')
      return search
    })
  }
  const counts = {
    all: found.length,
    below: filteredRuns(found, 'below').length,
    scrap: filteredRuns(found, 'scrap').length,
  }
  return { runs, counts, text: text ?? '', setText, filter, setFilter, order, direction, sortBy, unhide }
}
