import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { NONE, oneDecimal, percent } from '../../lib/format.ts'
import { useScope, useScopeKey } from '../../scope/scope.ts'
import { useZone } from '../../scope/zone.ts'
import { batchesWith, type Figure, figureBatches, figuresQuery } from './figures.ts'
import type { NodeKey, TreeRow } from './rows.ts'
import type { Aside } from './tree-row.tsx'

const together = (results: readonly UseQueryResult<Figure[]>[]): ReadonlyMap<NodeKey, number | null> =>
  new Map(results.flatMap(({ data }) => data ?? []))

function figureAside({ node }: TreeRow, pct: number | null): Aside {
  const wasHeard = !('current_status' in node) || node.current_status !== null
  if (pct === null && !wasHeard) return { text: NONE, words: 'no data in this period' }
  if (pct === null) return { text: percent(null), words: 'nothing scheduled in this period' }
  return { text: oneDecimal(pct), words: `utilization ${percent(pct)}` }
}

const sourceAside = ({ node: { schedule_source: source } }: TreeRow): Aside =>
  source === 'self'
    ? { text: 'own', words: 'schedule of its own' }
    : { text: `↑ ${source}`, words: `schedule of ${source}`, isName: true }

/**
 * What stands at the end of the rows that are drawn: their utilization over the period of the page, read in batches as they
 * come into sight; or whose schedule they take.
 */
export function useAsides(root: TreeNodeShape, drawn: readonly TreeRow[]): (row: TreeRow) => Aside | undefined {
  const { showScheduleInheritance } = useScope()
  const zone = useZone()
  const scopeKey = useScopeKey(zone)
  const batches = useMemo(() => figureBatches(root), [root])
  const keys = new Set(drawn.map((row) => row.key))
  const wanted = showScheduleInheritance ? [] : batchesWith(batches, keys)
  const figures = useQueries({
    queries: wanted.map((batch) => figuresQuery(batch, zone, scopeKey)),
    combine: together,
  })
  return (row) => {
    if (showScheduleInheritance) return sourceAside(row)
    const pct = figures.get(row.key)
    return pct === undefined ? undefined : figureAside(row, pct)
  }
}
