import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { NONE, oneDecimal, percent } from '../../lib/format.ts'
import { useIsPageReading } from '../../scope/page-read.ts'
import { usePlace } from '../../scope/place.ts'
import { useScope, useScopeKey } from '../../scope/scope.ts'
import { useZone } from '../../scope/zone.ts'
import { batchesWith, type Figure, figureBatches, figuresQuery } from './figures.ts'
import type { NodeKey, TreeRow } from './rows.ts'
import type { Aside } from './tree-row.tsx'

type Figures = ReadonlyMap<NodeKey, number | null>

const together = (results: readonly UseQueryResult<Figure[]>[]): Figures =>
  new Map(results.flatMap(({ data }) => data ?? []))

function figureAside({ node }: TreeRow, pct: number | null): Aside {
  const hadContact = !('current_status' in node) || node.current_status !== null
  if (pct === null && !hadContact) return { text: NONE, words: 'no data in this period' }
  if (pct === null) return { text: percent(null), words: 'nothing scheduled in this period' }
  return { text: oneDecimal(pct), words: `utilization ${percent(pct)}` }
}

/**
 * Returns a function that returns the utilization of a node: the present figure, else the last one of the same period, so that
 * nothing flickers while a batch is read again. Undefined if there is none; null: nothing is scheduled.
 */
function useKept(figures: Figures, scopeKey: readonly unknown[]): (key: NodeKey) => number | null | undefined {
  const kept = useRef<{ scope: string; figures: Map<NodeKey, number | null> }>({ scope: '', figures: new Map() })
  const scope = JSON.stringify(scopeKey)
  useEffect(() => {
    if (kept.current.scope !== scope) kept.current = { scope, figures: new Map() }
    for (const [key, pct] of figures) kept.current.figures.set(key, pct)
  }, [figures, scope])
  return (key) => {
    if (figures.has(key)) return figures.get(key)
    return kept.current.scope === scope ? kept.current.figures.get(key) : undefined
  }
}

const sourceAside = ({ node: { schedule_source: source } }: TreeRow): Aside =>
  source === 'self'
    ? { text: 'own', words: 'schedule of its own' }
    : { text: `↑ ${source}`, words: `schedule of ${source}`, isName: true }

/**
 * Returns a function that returns the text at the end of a row: the utilization of its node over the period, or the source of its
 * schedule if the person shows that; undefined while the utilization is not known. Figures are read in batches for the rows
 * `drawn`, after the page itself.
 */
export function useAsides(root: TreeNodeShape, drawn: readonly TreeRow[]): (row: TreeRow) => Aside | undefined {
  const { showScheduleInheritance } = useScope()
  const zone = useZone()
  const scopeKey = useScopeKey(zone)
  const batches = useMemo(() => figureBatches(root), [root])
  const keys = new Set(drawn.map((row) => row.key))
  const wanted = showScheduleInheritance ? [] : batchesWith(batches, keys)
  // The figures are read after the page itself, and in its zone: days of another one would be read in vain.
  const isZoneKnown = usePlace((place) => place.zone !== undefined)
  const enabled = !useIsPageReading() && isZoneKnown
  const figures = useQueries({
    queries: wanted.map((batch) => ({ ...figuresQuery(batch, zone, scopeKey), enabled })),
    combine: together,
  })
  // Figures that were read before are here at once, and would delay the reaction to the click that selects their period.
  const drawnFigures = useDeferredValue(useMemo(() => ({ figures, scopeKey }), [figures, scopeKey]))
  const figureOf = useKept(drawnFigures.figures, drawnFigures.scopeKey)
  return (row) => {
    if (showScheduleInheritance) return sourceAside(row)
    const pct = figureOf(row.key)
    return pct === undefined ? undefined : figureAside(row, pct)
  }
}
