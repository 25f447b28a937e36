import { canPanRight, pan, resetZoom, type Scope, zoomIn, zoomOut, zoomTo } from '@millwatch/domain/scope'
import type { Range } from '@millwatch/domain/time'
import { useCallback, useMemo } from 'react'
import { now, useNow } from '../lib/clock.ts'
import { readingAt } from './reading.ts'
import { currentScope, showScope, useScopeStore, type Way } from './scope-store.ts'

export interface Zoom {
  readonly resetZoom: () => void
  /** Moves the period by half its length: -1 earlier, 1 later. */
  readonly pan: (direction: -1 | 1) => void
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly canPanRight: boolean
  readonly canZoomIn: boolean
  readonly canZoomOut: boolean
  readonly isZoomed: boolean
}

function show(next: (scope: Scope) => Scope, way: Way): void {
  const before = currentScope()
  const after = next(before)
  if (after !== before) showScope(after, way)
}

/**
 * Returns a function that zooms to a range selected on a chart, widened to quarter hours, hours or days. Its component is
 * not rendered again when the scope changes.
 */
export const useZoomTo = (zone: string): ((range: Range) => void) =>
  useCallback((range) => show((current) => zoomTo(current, range, readingAt(now(), zone)), 'choice'), [zone])

/**
 * Returns functions that zoom and move the period of the scope, for a page of `zone`, and flags that are true for those which
 * have an effect now. The functions change the address too.
 */
export function useZoom(zone: string): Zoom {
  const scope = useScopeStore((state) => state.scope)
  const at = useNow(60_000)
  const ways = useMemo(() => {
    const reading = () => readingAt(now(), zone)
    return {
      resetZoom: () => show(resetZoom, 'choice'),
      pan: (direction: -1 | 1) => show((current) => pan(current, direction, reading()), 'step'),
      zoomIn: () => show((current) => zoomIn(current, reading()), 'step'),
      zoomOut: () => show((current) => zoomOut(current, reading()), 'step'),
    }
  }, [zone])
  const reading = readingAt(at, zone)
  return {
    ...ways,
    canPanRight: canPanRight(scope, at),
    canZoomIn: zoomIn(scope, reading) !== scope,
    canZoomOut: zoomOut(scope, reading) !== scope,
    isZoomed: scope.zoomedFrom !== null,
  }
}
